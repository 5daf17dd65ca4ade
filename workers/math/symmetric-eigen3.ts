/** Sweeps of Jacobi's method. Errors are below rounding after four, even of matrices with far-apart eigenvalues. */
const MOST_SWEEPS = 12;
/** The pairs of axes that a sweep turns, and the third axis. */
const PAIRS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
] as const;

/**
 * All eigenvalues and eigenvectors of a symmetric 3x3 matrix by Jacobi's method, without new memory. Small eigenvalues
 * of a scaled diagonally dominant matrix keep their relative accuracy.
 * @param a row-major, 9 numbers. It becomes diagonal, with the eigenvalues in no order.
 * @param vectors 9 numbers; it receives the unit eigenvectors, one a row.
 */
export function symmetricEigen3(a: Float64Array, vectors: Float64Array): void {
  vectors.fill(0);
  vectors[0] = vectors[4] = vectors[8] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let isDiagonal = true;
    for (let pair = 0; pair < 3; pair++) {
      const [p, q, o] = PAIRS[pair];
      const off = a[3 * p + q];
      if (Math.abs(off) <= Number.EPSILON * Math.sqrt(Math.abs(a[4 * p] * a[4 * q]))) continue;
      isDiagonal = false;
      const half = (a[4 * q] - a[4 * p]) / (2 * off);
      const t = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      a[4 * p] -= t * off;
      a[4 * q] += t * off;
      a[3 * p + q] = a[3 * q + p] = 0;
      const [x, y] = [a[3 * p + o], a[3 * q + o]];
      a[3 * p + o] = a[3 * o + p] = c * x - s * y;
      a[3 * q + o] = a[3 * o + q] = s * x + c * y;
      for (let k = 0; k < 3; k++) {
        const [v, w] = [vectors[3 * p + k], vectors[3 * q + k]];
        vectors[3 * p + k] = c * v - s * w;
        vectors[3 * q + k] = s * v + c * w;
      }
    }
    if (isDiagonal) return;
  }
}
