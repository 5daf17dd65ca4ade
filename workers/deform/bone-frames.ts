/** Sums over the bones' 3x4 matrices that the deformers compute once per pose. */

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
