import { float, If, normalize, select, uint, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";
import type { BoneTexels } from "./bone-texels";
import type { Influences } from "./influences";

/** Less than any weight. */
const LEAST = -1e30;

/**
 * The rotation of the bone that turns vertex `i` most, the first among equals, in a shader. A quaternion and its negative
 * are one rotation: blends take each in this one's hemisphere.
 */
export function pivotRotation(bones: BoneTexels, influences: Influences, i: Node<"uint">): Node<"vec4"> {
  const largest = float(LEAST).toVar();
  const pivot = uint(0).toVar();
  influences.each(i, ({ bone, turning }) => {
    If(turning.greaterThan(largest), () => {
      largest.assign(turning);
      pivot.assign(bone);
    });
  });
  return bones.rotation(pivot);
}

/** `weight`, negative where `rotation` lies in the other hemisphere than the pivot. */
export function towards(pivot: Node<"vec4">, rotation: Node<"vec4">, weight: Node<"float">): Node<"float"> {
  return select(pivot.dot(rotation).lessThan(0), weight.negate(), weight);
}

/** Σ turning_j q_j, normalised, in a shader. */
export function blendedRotation(bones: BoneTexels, influences: Influences, i: Node<"uint">): Node<"vec4"> {
  const pivot = pivotRotation(bones, influences, i);
  const sum = vec4(0).toVar();
  influences.each(i, ({ bone, turning }) => {
    const rotation = bones.rotation(bone);
    sum.addAssign(rotation.mul(towards(pivot, rotation, turning)));
  });
  return normalize(sum).toVar();
}
