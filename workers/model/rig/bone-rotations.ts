import { bestRotation } from "../../math/best-rotation";

/**
 * The rotation part of each bone as a unit quaternion, 4B; for an affine bone, the nearest rotation.
 * @param bones row-major 3x4 matrices, 12B numbers.
 */
export function boneRotations(bones: ArrayLike<number>): Float64Array {
  const rotations = new Float64Array(bones.length / 3);
  const linear = new Float64Array(9);
  for (let j = 0; 12 * j < bones.length; j++) {
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) linear[3 * r + c] = bones[12 * j + 4 * r + c];
    bestRotation(linear, 0, rotations, 4 * j);
  }
  return rotations;
}
