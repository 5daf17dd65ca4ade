/** What the models take from the bones' 3x4 matrices once per pose. */
import { bestRotation } from "../math/best-rotation";

/** The rotation part of each bone as a unit quaternion, 4B; of an affine bone, the rotation nearest to it. */
export function boneRotations(bones: ArrayLike<number>): Float64Array {
  const rotations = new Float64Array(bones.length / 3);
  const linear = new Float64Array(9);
  for (let j = 0; 12 * j < bones.length; j++) {
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) linear[3 * r + c] = bones[12 * j + 4 * r + c];
    bestRotation(linear, 0, rotations, 4 * j);
  }
  return rotations;
}

/** out += weight · M · [v; 1] for bone `j` and the three numbers of `v` from `from` on. */
export function addMoved(
  bones: ArrayLike<number>,
  j: number,
  weight: number,
  v: ArrayLike<number>,
  from: number,
  out: Float64Array,
  to: number,
): void {
  const [x, y, z] = [v[from], v[from + 1], v[from + 2]];
  for (let r = 0; r < 3; r++) {
    const m = 12 * j + 4 * r;
    out[to + r] += weight * (bones[m] * x + bones[m + 1] * y + bones[m + 2] * z + bones[m + 3]);
  }
}

/** out += weight · (linear part of bone j), nine numbers row-major. */
export function addLinear(
  bones: ArrayLike<number>,
  j: number,
  weight: number,
  out: Float64Array,
  to: number,
): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) out[to + 3 * r + c] += weight * bones[12 * j + 4 * r + c];
  }
}
