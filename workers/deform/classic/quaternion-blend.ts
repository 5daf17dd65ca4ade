/**
 * The blend of bone rotations for dual quaternions, centres of rotation and the variants v2 and v4: q = Σ s_j ·
 * weight_j · q_j, normalised. A quaternion and its negative are one rotation, so each is taken (s_j = ±1) in the
 * hemisphere of the bone with the largest weight, the first one if several are equal. Apart from that the order of the
 * bones does not matter. The shaders do the same.
 */

/** The entry with the largest weight in first .. end; the first one if several are equal. */
export function pivotOf(weights: ArrayLike<number>, first: number, end: number): number {
  let pivot = first;
  for (let e = first + 1; e < end; e++) if (weights[e] > weights[pivot]) pivot = e;
  return pivot;
}

/** +1 or −1: the sign that puts quaternion `j` into the hemisphere of quaternion `pivot`. */
export function hemisphereSign(rotations: ArrayLike<number>, pivot: number, j: number): number {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += rotations[4 * pivot + c] * rotations[4 * j + c];
  return dot < 0 ? -1 : 1;
}

/**
 * Writes the blended unit quaternion of a vertex whose entries are first .. end. If all cancel (opposite rotations of
 * equal weight), it is the pivot's rotation.
 */
export function blendRotations(
  rotations: ArrayLike<number>,
  bones: ArrayLike<number>,
  weights: ArrayLike<number>,
  first: number,
  end: number,
  out: Float64Array,
  to: number,
): void {
  const pivot = bones[pivotOf(weights, first, end)];
  const sum = [0, 0, 0, 0];
  for (let e = first; e < end; e++) {
    const weight = weights[e] * hemisphereSign(rotations, pivot, bones[e]);
    for (let c = 0; c < 4; c++) sum[c] += weight * rotations[4 * bones[e] + c];
  }
  const length = Math.hypot(...sum);
  for (let c = 0; c < 4; c++) out[to + c] = length > 1e-12 ? sum[c] / length : rotations[4 * pivot + c];
}
