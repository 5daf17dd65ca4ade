import { Loop, uint, uniform } from "three/tsl";
import type { Node } from "three/webgpu";
import type { RigCorrection } from "../../../../workers/model/rig/rig";
import { Points } from "../data/points";
import { Texels } from "../data/texels";
import type { UploadedPart } from "../models/model";
import type { PassData } from "./deformer-pass";

/**
 * The corrected rest pose of a rig: rest(i) + Σ_n weight(n) · shape(n, i), with weights that belong to the pose.
 * Without weights or a correction it is the plain rest pose, at no extra cost.
 */
export class CorrectedPoints extends Points implements UploadedPart {
  private readonly shapes = new Texels("vec4");
  private readonly weights = new Texels("float");
  /** The number of shapes to add, and the number of vertices in each. */
  private readonly active = uniform(0, "uint");
  private readonly stride = uniform(0, "uint");
  private correction: RigCorrection | null = null;

  constructor() {
    super(({ rig }) => rig.rest);
  }

  override setData(data: PassData): boolean {
    const correction = data.rig.correction ?? null;
    if (correction !== this.correction) {
      if (correction) this.upload(correction);
      this.correction = correction;
      this.active.value = 0;
    }
    return super.setData(data);
  }

  private upload({ rank, shapes }: RigCorrection): void {
    const texels = this.shapes.reserve(shapes.length / 3);
    for (let i = 0; 3 * i < shapes.length; i++) texels.set(shapes.subarray(3 * i, 3 * i + 3), 4 * i);
    this.shapes.flush();
    this.stride.value = shapes.length / (3 * rank);
  }

  setWeights(weights: Float32Array | null): void {
    const count = Math.min(this.correction?.rank ?? 0, weights?.length ?? 0);
    this.active.value = count;
    if (!weights || count === 0) return;
    this.weights.reserve(count).set(weights.subarray(0, count));
    this.weights.flush();
  }

  override load(i: Node<"uint">): Node<"vec3"> {
    const point = super.load(i);
    Loop({ start: uint(0), end: this.active, type: "uint", condition: "<" }, ({ i: n }) => {
      const shape = this.shapes.load(n.mul(this.stride).add(i)).xyz;
      point.addAssign(shape.mul(this.weights.load(n).x));
    });
    return point;
  }

  override dispose(): void {
    super.dispose();
    this.shapes.dispose();
    this.weights.dispose();
  }
}
