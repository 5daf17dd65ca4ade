import { float, If, normalize, select, uint, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";
import type { BoneTexels } from "../data/bone-texels";
import type { Influences } from "../data/influences";

/** Smaller than any weight. */
const LEAST = -1e30;

/**
 * The blend of rotations of vertex `i`, Σ turning_j q_j, normalised, in a shader. A quaternion and its negative are the
 * same rotation, so each is taken in the hemisphere of the bone with the largest weight (the first of equal ones).
 */
export class RotationBlend {
  private readonly bones: BoneTexels;
  private readonly pivot: Node<"vec4">;
  private readonly sum = vec4(0).toVar();

  /** Finds that bone, and starts from zero. */
  constructor(bones: BoneTexels, influences: Influences, i: Node<"uint">) {
    const largest = float(LEAST).toVar();
    const pivot = uint(0).toVar();
    influences.each(i, ({ bone, turning }) => {
      If(turning.greaterThan(largest), () => {
        largest.assign(turning);
        pivot.assign(bone);
      });
    });
    this.bones = bones;
    this.pivot = bones.rotation(pivot);
  }

  /** Adds a bone. Returns its quaternion, and the weight with the sign of the hemisphere. */
  add(bone: Node<"uint">, turning: Node<"float">): { rotation: Node<"vec4">; signed: Node<"float"> } {
    const rotation = this.bones.rotation(bone);
    const far = this.pivot.dot(rotation).lessThan(0);
    const signed = select(far, turning.negate(), turning).toVar();
    this.sum.addAssign(rotation.mul(signed));
    return { rotation, signed };
  }

  /** The blend before normalisation. */
  get whole(): Node<"vec4"> {
    return this.sum;
  }

  rotation(): Node<"vec4"> {
    return normalize(this.sum).toVar();
  }
}
