/** Compares fits of weights with a singular matrix with the least of all supports. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../math/random";
import { numbersBetween } from "../testing/numbers-between";
import { minimisePairs, quadratic } from "./refit-weights";

/** Solves M x = b by elimination with pivots; null if M is nearly singular. */
function solved(rows: number[][], b: number[]): number[] | null {
  const m = rows.map((row, r) => [...row, b[r]]);
  const n = m.length;
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c; r < n; r++) if (Math.abs(m[r][c]) > Math.abs(m[pivot][c])) pivot = r;
    if (Math.abs(m[pivot][c]) < 1e-9) return null;
    [m[c], m[pivot]] = [m[pivot], m[c]];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = m[r][c] / m[c][c];
      for (let k = c; k <= n; k++) m[r][k] -= factor * m[c][k];
    }
  }
  return m.map((row, r) => row[n] / row[r]);
}

/** The least wᵀGw with w ≥ 0 and Σw = 1: the least over all sets of weights that are above 0. */
function leastOverSupports(G: Float64Array, n: number, free: number[]): number {
  let least = Infinity;
  for (let mask = 1; mask < 1 << free.length; mask++) {
    const set = free.filter((_, at) => (mask >> at) & 1);
    // G w + λ = 0 on the set, and Σw = 1.
    const rows = [...set.map((a) => [...set.map((b) => G[n * a + b]), 1]), [...set.map(() => 1), 0]];
    const found = solved(rows, [...set.map(() => 0), 1]);
    if (!found || found.slice(0, -1).some((x) => x < 0)) continue;
    const w = new Float64Array(n);
    set.forEach((a, at) => {
      w[a] = found[at];
    });
    least = Math.min(least, quadratic(G, n, w));
  }
  return least;
}

it("minimisePairs reaches the least error of all supports, even if the matrix is singular", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 1e6 }),
      numbersBetween(0.25, 4),
      (n, rank, seed, sum) => {
        const random = createRandom(seed);
        // All residuals lean to one side, so the least error is above 0.
        const residuals = Array.from({ length: n }, () =>
          Array.from({ length: rank }, (_, c) => random.normal() + (c === 0 ? 2 : 0)),
        );
        const G = Float64Array.from({ length: n * n }, (_, e) =>
          residuals[Math.floor(e / n)].reduce((total, x, c) => total + x * residuals[e % n][c], 0),
        );
        const free = [...residuals.keys()].filter((a) => a === 0 || random.next() < 0.8);
        const flags = Uint8Array.from({ length: n }, (_, a) => (free.includes(a) ? 1 : 0));
        const w = Float64Array.from(flags, (flag) => (flag * sum) / free.length);
        minimisePairs(G, n, w, flags);
        expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(sum, 9);
        w.forEach((x, a) => {
          expect(x).toBeGreaterThanOrEqual(0);
          if (!flags[a]) expect(x).toBe(0);
        });
        const least = leastOverSupports(G, n, free) * sum * sum;
        expect(quadratic(G, n, w)).toBeLessThanOrEqual(least * (1 + 1e-6) + 1e-8);
      },
    ),
    { numRuns: 400 },
  );
});
