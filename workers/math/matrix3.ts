/** 3x3 matrices, row-major. */

/** out = a · b; `out` must be neither a nor b. */
export function multiply3(out: Float64Array | number[], a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) out[r + c] = a[r] * b[c] + a[r + 1] * b[3 + c] + a[r + 2] * b[6 + c];
  }
}

/** a · b in a new array. */
export function product3(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out = new Array<number>(9);
  multiply3(out, a, b);
  return out;
}

/** The determinant of a row-major 3x3. */
export const determinant3 = (m: ArrayLike<number>): number =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) -
  m[1] * (m[3] * m[8] - m[5] * m[6]) +
  m[2] * (m[3] * m[7] - m[4] * m[6]);

/** The inverse of a row-major 3x3; null if it is singular to rounding. */
export function inverse3(m: ArrayLike<number>): number[] | null {
  const determinant = determinant3(m);
  let square = 0;
  for (let n = 0; n < 9; n++) square += m[n] * m[n];
  if (!(Math.abs(determinant) > 1e-13 * Math.sqrt(square) ** 3)) return null;
  return [0, 1, 2].flatMap((r) =>
    [0, 1, 2].map((c) => {
      const [a, b] = [(r + 1) % 3, (r + 2) % 3];
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      return (m[3 * d + a] * m[3 * e + b] - m[3 * d + b] * m[3 * e + a]) / determinant;
    }),
  );
}
