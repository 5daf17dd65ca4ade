/** Affine maps as row-major 3x4 in packed arrays: `at` is the offset of the first of 12 numbers. */

/** The map that moves nothing. */
export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** A linear part is flat if its determinant is below this, relative to its largest entry cubed. */
const LEAST_DETERMINANT = 1e-10;

/** out = a · b; `out` may not overlap `a` or `b`. */
export function multiplyAffine(
  out: Float64Array,
  at: number,
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
): void {
  for (let r = 0; r < 12; r += 4) {
    const [x, y, z] = [a[atA + r], a[atA + r + 1], a[atA + r + 2]];
    for (let c = 0; c < 4; c++) {
      out[at + r + c] = x * b[atB + c] + y * b[atB + 4 + c] + z * b[atB + 8 + c];
    }
    out[at + r + 3] += a[atA + r + 3];
  }
}

/** a · b of two single maps, in a new array. */
export function affineProduct(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(12);
  multiplyAffine(out, 0, a, 0, b, 0);
  return out;
}

/** Translation times rotation (quaternion x, y, z, w of unit length) times scale. */
export function composeTrs(
  out: Float64Array,
  at: number,
  t: ArrayLike<number>,
  q: ArrayLike<number>,
  s: ArrayLike<number>,
): void {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  out[at] = (1 - 2 * (y * y + z * z)) * s[0];
  out[at + 1] = 2 * (x * y - w * z) * s[1];
  out[at + 2] = 2 * (x * z + w * y) * s[2];
  out[at + 3] = t[0];
  out[at + 4] = 2 * (x * y + w * z) * s[0];
  out[at + 5] = (1 - 2 * (x * x + z * z)) * s[1];
  out[at + 6] = 2 * (y * z - w * x) * s[2];
  out[at + 7] = t[1];
  out[at + 8] = 2 * (x * z - w * y) * s[0];
  out[at + 9] = 2 * (y * z + w * x) * s[1];
  out[at + 10] = (1 - 2 * (x * x + y * y)) * s[2];
  out[at + 11] = t[2];
}

/** Reads glTF's column-major 4x4. */
export function fromColumnMajor(out: Float64Array, at: number, m: ArrayLike<number>, atM: number): void {
  for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) out[at + 4 * r + c] = m[atM + 4 * c + r];
}

/** Determinant of the linear part. */
export function determinantOf(m: ArrayLike<number>, at: number): number {
  return (
    m[at] * (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9]) -
    m[at + 1] * (m[at + 4] * m[at + 10] - m[at + 6] * m[at + 8]) +
    m[at + 2] * (m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8])
  );
}

/**
 * out = m⁻¹; `out` may not be `m`.
 * @returns false if `m` is too nearly flat to invert; `out` is then unchanged.
 */
export function invertAffine(out: Float64Array, at: number, m: ArrayLike<number>, atM: number): boolean {
  const determinant = determinantOf(m, atM);
  let size = 0;
  for (let e = 0; e < 12; e++) if (e % 4 < 3) size = Math.max(size, Math.abs(m[atM + e]));
  if (!(Math.abs(determinant) > LEAST_DETERMINANT * size ** 3)) return false;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [atM + 4 * ((c + 1) % 3), atM + 4 * ((c + 2) % 3)];
      const [p, q] = [(r + 1) % 3, (r + 2) % 3];
      out[at + 4 * r + c] = (m[a + p] * m[b + q] - m[a + q] * m[b + p]) / determinant;
    }
  }
  for (let r = at; r < at + 12; r += 4) {
    out[r + 3] = -(out[r] * m[atM + 3] + out[r + 1] * m[atM + 7] + out[r + 2] * m[atM + 11]);
  }
  return true;
}

/**
 * Transforms a normal n by m. Multiplies it by the cofactors of the linear part, which are the inverse transpose times
 * the determinant, and by the determinant's sign, so a mirror leaves the normal on its side of the surface. The result
 * is not normalised.
 */
export function transformNormal(
  out: Float64Array | Float32Array,
  to: number,
  m: Float64Array,
  at: number,
  n: ArrayLike<number>,
): void {
  const sign = determinantOf(m, at) < 0 ? -1 : 1;
  for (let r = 0; r < 3; r++) {
    const [a, b] = [at + 4 * ((r + 1) % 3), at + 4 * ((r + 2) % 3)];
    out[to + r] =
      sign *
      (n[0] * (m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) +
        n[1] * (m[a + 2] * m[b] - m[a] * m[b + 2]) +
        n[2] * (m[a] * m[b + 1] - m[a + 1] * m[b]));
  }
}
