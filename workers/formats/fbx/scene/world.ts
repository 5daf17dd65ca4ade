import { multiply3 } from "../../../math/matrix3";
import type { Vector } from "../../../math/vectors";
import { type FbxModel, INHERIT, type LocalValues } from "./model";

/**
 * Places models in the world, each after its parent, by their rule for inheriting scale (Autodesk FBX SDK,
 * "Transformation inheritance"). Let R be the rotation and S the rest of the parent's linear part, and r and s the same
 * for the model. Then the linear part is R·r·S·s (RrSs), R·S·r·s (RSrs), or R·r·S′·s (Rrs), with S′ = S without the
 * parent's own scale.
 */
export class ModelWorld {
  private readonly models: readonly FbxModel[];
  /** Factors for the coordinates of the whole file. */
  private readonly mirror: Readonly<Vector>;
  /** Products of only the rotations, 9 for each model. */
  private readonly rotations: Float64Array;
  private readonly local = { rotation: new Float64Array(9), place: [0, 0, 0] as Vector };
  private readonly stretch = new Float64Array(9);
  private readonly linear = new Float64Array(9);
  private readonly product = new Float64Array(9);

  constructor(models: readonly FbxModel[], mirror: Readonly<Vector>) {
    this.models = models;
    this.mirror = mirror;
    this.rotations = new Float64Array(9 * models.length);
  }

  /**
   * Fills `world` with row-major 3x4 transforms, 12 numbers for each model.
   * @param values the current values of each model.
   */
  place(values: readonly LocalValues[], world: Float64Array): void {
    for (const [n, model] of this.models.entries()) {
      model.local(values[n], this.local);
      if (model.parent < 0) this.placeRoot(n, values[n], world);
      else this.placeBelow(n, values, world);
    }
    if (this.mirror.every((sign) => sign === 1)) return;
    for (let e = 0; e < world.length; e++) world[e] *= this.mirror[Math.floor((e % 12) / 4)];
  }

  private placeRoot(n: number, { scale }: LocalValues, world: Float64Array): void {
    const { rotation, place } = this.local;
    this.rotations.set(rotation, 9 * n);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) world[12 * n + 4 * r + c] = rotation[3 * r + c] * scale[c];
      world[12 * n + 4 * r + 3] = place[r];
    }
  }

  private placeBelow(n: number, values: readonly LocalValues[], world: Float64Array): void {
    const { parent, inherit } = this.models[n];
    const { rotation, place } = this.local;
    const above = this.rotations.subarray(9 * parent, 9 * parent + 9);
    const own = this.rotations.subarray(9 * n, 9 * n + 9);
    multiply3(own, above, rotation);
    const at = 12 * parent;
    if (inherit === INHERIT.RSrs) {
      for (let e = 0; e < 9; e++) this.product[e] = world[at + 4 * Math.floor(e / 3) + (e % 3)];
      multiply3(this.linear, this.product, rotation);
    } else {
      this.stretchOf(parent, world, above);
      if (inherit === INHERIT.Rrs) withoutScale(this.stretch, values[parent].scale);
      multiply3(this.product, own, this.stretch);
      this.linear.set(this.product);
    }
    const { scale } = values[n];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) world[12 * n + 4 * r + c] = this.linear[3 * r + c] * scale[c];
      const row = at + 4 * r;
      world[12 * n + 4 * r + 3] =
        world[row] * place[0] + world[row + 1] * place[1] + world[row + 2] * place[2] + world[row + 3];
    }
  }

  /** The S of a placed model: its linear part without its rotation. */
  private stretchOf(n: number, world: Float64Array, rotation: Float64Array): void {
    const { stretch } = this;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += rotation[3 * k + r] * world[12 * n + 4 * k + c];
        stretch[3 * r + c] = sum;
      }
    }
  }
}

/** S·s⁻¹ in place. A scale of zero cannot be inverted and stays. */
function withoutScale(stretch: Float64Array, scale: ArrayLike<number>): void {
  for (let e = 0; e < 9; e++) stretch[e] /= scale[e % 3] || 1;
}
