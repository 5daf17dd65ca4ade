/** Converts accessors of a file to integers, and adapts its skins. */
import type { GLTF } from "@gltf-transform/core";
import { type Precision, WEIGHT_STEPS } from "../../../model/files/export/compression";
import { type GlbParts, type NumberArray, numbersOf, widthOf } from "./glb-parts";
import { normalised, type Quantised, quantiseWeights, wholeOf, withBounds } from "./quantise";

/** The bits of a position along each axis. */
const POSITION_BITS: Record<Precision, number> = { fine: 16, medium: 14, coarse: 12 };

/**
 * The cube that contains the positions of a skin's meshes. It has the same size along all axes, so that normals stay
 * right.
 */
interface Cube {
  least: number[];
  size: number;
}

type Floats = (a: number) => Float32Array | null;

/** The primitives of the meshes that skin `s` moves, without meshes that a node without this skin uses too. */
function primitivesOf({ nodes = [], meshes = [] }: GLTF.IGLTF, s: number): GLTF.IMeshPrimitive[] {
  const shown = nodes.filter(({ mesh }) => mesh !== undefined);
  const others = new Set(shown.filter(({ skin }) => skin !== s).map(({ mesh }) => mesh));
  const own = new Set(shown.filter(({ skin }) => skin === s).map(({ mesh }) => mesh!));
  return [...own].filter((mesh) => !others.has(mesh)).flatMap((mesh) => meshes[mesh].primitives);
}

/** @param bits of the positions. The cube is so much larger than the mesh that only these bits are used. */
function cubeOf(primitives: readonly GLTF.IMeshPrimitive[], floats: Floats, bits: number): Cube {
  const least = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const most = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  let size = 0;
  for (const { attributes, targets = [] } of primitives) {
    floats(attributes.POSITION)?.forEach((x, e) => {
      least[e % 3] = Math.min(least[e % 3], x);
      most[e % 3] = Math.max(most[e % 3], x);
    });
    for (const { POSITION } of targets) {
      for (const x of floats(POSITION) ?? []) size = Math.max(size, Math.abs(x));
    }
  }
  const extent = Math.max(size, ...most.map((x, c) => x - least[c])) || 1;
  return { least, size: (extent * 65535) / (2 ** bits - 1) };
}

/** Inverse bind matrices that also map the cube's numbers back to positions: column-major 4x4. */
function boundToCube(matrices: Float32Array, { least, size }: Cube): Float32Array {
  const out = matrices.slice();
  for (let m = 0; m < out.length; m += 16) {
    for (let r = 0; r < 3; r++) {
      const at = (c: number) => matrices[m + 4 * c + r];
      out[m + 12 + r] = at(3) + at(0) * least[0] + at(1) * least[1] + at(2) * least[2];
      for (let c = 0; c < 3; c++) out[m + 4 * c + r] = size * at(c);
    }
  }
  return out;
}

/** A set of UVs in 16 bits; null if some UV is outside 0..1, because the texture repeats there. */
const quantiseUvs = (uvs: Float32Array): Quantised | null =>
  uvs.every((x) => x >= 0 && x <= 1) ? normalised(uvs, 2, 5123) : null;

/** The joints of a set, with joint 0 where the weight is 0. */
const withoutUnused = (joints: NumberArray, weights: ArrayLike<number>): NumberArray =>
  joints.map((joint, n) => (weights[n] > 0 ? joint : 0));

export class GlbQuantiser {
  /** The new numbers of quantised accessors. */
  readonly accessors = new Map<number, Quantised>();
  /** New inverse bind matrices, and sets of joints without joints whose weight became 0. */
  readonly numbers = new Map<number, NumberArray>();
  private readonly parts: GlbParts;
  private readonly precision: Precision;

  constructor(parts: GlbParts, precision: Precision) {
    this.parts = parts;
    this.precision = precision;
    const { skins = [], animations = [] } = parts.json;
    for (const s of skins.keys()) this.addSkin(s);
    for (const animation of animations) this.addRotations(animation);
  }

  private readonly floats: Floats = (a) => {
    const numbers = a === undefined ? null : numbersOf(this.parts, a);
    return numbers instanceof Float32Array ? numbers : null;
  };

  private set(a: number | undefined, make: (values: Float32Array, width: number) => Quantised | null): void {
    const values = a === undefined || this.accessors.has(a) ? null : this.floats(a);
    const made = values && make(values, widthOf(this.parts.json.accessors![a!]));
    if (made) this.accessors.set(a!, made);
  }

  private addSkin(s: number): void {
    const { json } = this.parts;
    const bind = json.skins![s].inverseBindMatrices;
    const matrices = bind === undefined ? null : this.floats(bind);
    const primitives = primitivesOf(json, s);
    const isPlain = primitives.every(({ attributes }) => this.floats(attributes.POSITION));
    if (!matrices || primitives.length === 0 || !isPlain || this.numbers.has(bind!)) return;
    const cube = cubeOf(primitives, this.floats, POSITION_BITS[this.precision]);
    this.numbers.set(bind!, boundToCube(matrices, cube));
    for (const primitive of primitives) this.addPrimitive(primitive, cube);
  }

  private addPrimitive({ attributes, targets = [] }: GLTF.IMeshPrimitive, { least, size }: Cube): void {
    this.set(attributes.POSITION, (values) => {
      const inCube = values.map((x, e) => (x - least[e % 3]) / size);
      return withBounds(normalised(inCube, 3, 5123), 3);
    });
    for (const { POSITION } of targets) {
      this.set(POSITION, (values) =>
        withBounds(
          normalised(
            values.map((x) => x / size),
            3,
            5122,
          ),
          3,
        ),
      );
    }
    this.set(attributes.NORMAL, (values) => normalised(values, 3, 5120));
    this.set(attributes.TANGENT, (values) => normalised(values, 4, 5120));
    for (const [semantic, a] of Object.entries(attributes)) {
      if (semantic.startsWith("TEXCOORD_")) this.set(a, quantiseUvs);
    }
    this.addWeights(attributes);
  }

  private addWeights(attributes: GLTF.IMeshPrimitive["attributes"]): void {
    const sets: { weights: number; joints: number }[] = [];
    for (let n = 0; attributes[`WEIGHTS_${n}`] !== undefined; n++) {
      sets.push({ weights: attributes[`WEIGHTS_${n}`], joints: attributes[`JOINTS_${n}`] });
    }
    const values = sets.map(({ weights }) => this.floats(weights));
    if (sets.length === 0 || !values.every((set) => set !== null) || this.accessors.has(sets[0].weights))
      return;
    const quantised = quantiseWeights(values as Float32Array[], WEIGHT_STEPS[this.precision]);
    for (const [s, { weights, joints }] of sets.entries()) {
      this.accessors.set(weights, quantised[s]);
      const numbers = numbersOf(this.parts, joints);
      if (numbers) this.numbers.set(joints, withoutUnused(numbers, wholeOf(quantised[s])));
    }
  }

  private addRotations({ channels, samplers }: GLTF.IAnimation): void {
    for (const { target, sampler } of channels) {
      if (target.path === "rotation" && samplers[sampler].interpolation !== "CUBICSPLINE") {
        this.set(samplers[sampler].output, (values) => normalised(values, 4, 5122));
      }
    }
  }
}
