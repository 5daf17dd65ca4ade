/**
 * Smoothing as a polynomial. p implicit steps (I + λ W)⁻¹ or explicit ones (I − λ W), with W = S L (see
 * `smoothing.ts`), are a function f of W, whose eigenvalues lie in [0, R]. With X = I − (2/R) W, in [−1, 1],
 *   f(W) = Σ_k c_k T_k(X), T_k the Chebyshev polynomials,
 * where c_k falls geometrically (implicit: by 1 + 2a + 2√(a + a²) with a = 1/(λR) a step; p = 20 and λ = 1 need degree
 * 40 for 12 digits). No system has to be factorised, T_k(X) b reaches k edges beyond b and no further, and one
 * multiplication by X costs a tenth of a solve.
 *
 * The remaining coefficients bound the cut-off part: in the norm in which X is symmetric ‖T_k(X)‖ ≤ 1, so
 *   |f(W) − Σ_{k ≤ m} c_k T_k(X)|_il ≤ √(s_i / s_l) Σ_{k > m} |c_k|, s the diagonal of S (Varopoulos 1985; Carne 1985,
 *   "A transmutation formula for Markov chains").
 */

/** c_0 … c_m, which sum to f(0) = 1, so constants stay constant. */
export type ChebyshevSeries = Float64Array;

const FEWEST_SAMPLES = 64;
/** Rounding of a coefficient that is zero. */
const NOISE = 1e-16;
/** More than any setting of the studio needs (p = 200 at λ = 100 needs 1042). */
export const MOST_TERMS = 1 << 14;

/**
 * The coefficients of f on [0, range], until the rest sums to less than `tolerance`.
 * @param f of the eigenvalue, with f(0) = 1.
 * @param tolerance at least 1e-14, where rounding begins.
 */
export function chebyshevSeries(
  f: (eigenvalue: number) => number,
  range: number,
  tolerance: number,
): ChebyshevSeries {
  if (range === 0) return Float64Array.of(1);
  let all = interpolate(f, range, FEWEST_SAMPLES);
  while (!isResolved(all, tolerance) && all.length < MOST_TERMS) all = interpolate(f, range, 2 * all.length);
  const series = all.slice(0, degreeWithin(all, tolerance) + 1);
  const sum = series.reduce((total, c) => total + c, 0);
  return series.map((c) => c / sum);
}

/** The least m for which |c_k| of all k > m add up to at most `tolerance`. */
export function degreeWithin(series: ChebyshevSeries, tolerance: number): number {
  let rest = 0;
  for (let m = series.length - 1; m > 0; m--) {
    rest += Math.abs(series[m]);
    if (rest > tolerance) return m;
  }
  return 0;
}

/** The polynomial of degree n − 1 through f at the n zeros of T_n, n a power of two. */
function interpolate(f: (eigenvalue: number) => number, range: number, n: number): ChebyshevSeries {
  const cosines = Float64Array.from({ length: 4 * n }, (_, q) => Math.cos((Math.PI * q) / (2 * n)));
  const samples = Float64Array.from({ length: n }, (_, j) => f((range * (1 - cosines[2 * j + 1])) / 2));
  return Float64Array.from({ length: n }, (_, k) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += samples[j] * cosines[(k * (2 * j + 1)) & (4 * n - 1)];
    const c = ((k === 0 ? 1 : 2) * sum) / n;
    return Math.abs(c) > NOISE ? c : 0;
  });
}

/** Whether the coefficients have decayed before the samples end. */
function isResolved(series: ChebyshevSeries, tolerance: number): boolean {
  return degreeWithin(series, tolerance) < 0.75 * series.length;
}
