import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { numbersBetween } from "../testing/numbers-between";
import { keepLargest, minimisePairs, quadratic, refitRow } from "./refit-weights";

/** The Gram matrix of n random residuals in `rank` dimensions. If `rank` is below n, it is singular. */
function randomGram(n: number, rank: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const r = Array.from({ length: n }, () => Array.from({ length: rank }, () => random.normal()));
  return Float64Array.from({ length: n * n }, (_, e) => {
    const [a, b] = [r[Math.floor(e / n)], r[e % n]];
    return a.reduce((sum, x, c) => sum + x * b[c], 0);
  });
}

/** The least wᵀGw over the simplex, on a grid. */
function gridMinimum(G: Float64Array, n: number, steps: number): number {
  let least = Number.POSITIVE_INFINITY;
  const w = new Float64Array(n);
  const descend = (at: number, left: number) => {
    if (at === n - 1) {
      w[at] = left / steps;
      least = Math.min(least, quadratic(G, n, w));
      return;
    }
    for (let take = 0; take <= left; take++) {
      w[at] = take / steps;
      descend(at + 1, left - take);
    }
  };
  descend(0, steps);
  return least;
}

const seeds = fc.integer({ min: 1, max: 1e6 });

/**
 * A random Gram matrix with the mean of its diagonal added. Its largest eigenvalue is at most n + 1 times the smallest.
 */
function wellConditioned(n: number, rank: number, seed: number): Float64Array {
  const G = randomGram(n, rank, seed);
  let trace = 0;
  for (let a = 0; a < n; a++) trace += G[n * a + a];
  for (let a = 0; a < n; a++) G[n * a + a] += trace / n;
  return G;
}

describe("minimisePairs", () => {
  const sizes = fc.integer({ min: 1, max: 4 });
  const ranks = fc.integer({ min: 1, max: 8 });

  it("reaches the least error on the simplex if the matrix is well conditioned", () => {
    fc.assert(
      fc.property(sizes, ranks, seeds, (n, rank, seed) => {
        const G = wellConditioned(n, rank, seed);
        const w = new Float64Array(n).fill(1 / n);
        minimisePairs(G, n, w, new Uint8Array(n).fill(1));
        // Moving weight gains nothing: up to rounding, the weights in use have the least slope.
        const slopes = Array.from({ length: n }, (_, a) =>
          w.reduce((sum, x, b) => sum + x * G[n * a + b], 0),
        );
        const least = Math.min(...slopes);
        w.forEach((x, a) => {
          if (x > 0) expect(slopes[a] - least).toBeLessThan(1e-7 * Math.abs(slopes[a]) + 1e-12);
        });
        expect(quadratic(G, n, w)).toBeLessThanOrEqual(gridMinimum(G, n, 24) * (1 + 1e-9));
      }),
    );
  });

  it("is exact for two influences, even if the matrix is singular", () => {
    fc.assert(
      fc.property(ranks, seeds, numbersBetween(0, 1), (rank, seed, first) => {
        const G = randomGram(2, rank, seed);
        const w = Float64Array.of(first, 1 - first);
        minimisePairs(G, 2, w, new Uint8Array(2).fill(1));
        // The lowest point of the parabola in the first weight, within 0 to 1.
        const best = Math.min(1, Math.max(0, (G[3] - G[1]) / (G[0] + G[3] - 2 * G[1])));
        expect(w[0]).toBeCloseTo(best, 6);
      }),
    );
  });

  it("never raises the error, keeps the sum, and does not change weights that are not free", () => {
    fc.assert(
      fc.property(sizes, ranks, seeds, fc.nat(), (n, rank, seed, some) => {
        const G = randomGram(n, rank, seed);
        const free = Uint8Array.from({ length: n }, (_, a) => (some >> a) & 1);
        const w = Float64Array.from({ length: n }, (_, a) => (free[a] ? 1 : 0));
        const before = [...w];
        const error = quadratic(G, n, w);
        minimisePairs(G, n, w, free);
        expect(quadratic(G, n, w)).toBeLessThanOrEqual(error * (1 + 1e-12));
        expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(
          before.reduce((a, b) => a + b, 0),
          12,
        );
        expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
        for (let a = 0; a < n; a++) if (!free[a]) expect(w[a]).toBe(0);
      }),
    );
  });
});

describe("refitRow", () => {
  it("keeps at most the requested number of influences, and is never worse than the largest ones", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 6 }), seeds, (n, most, seed) => {
        const G = randomGram(n, 12, seed);
        const random = createRandom(seed);
        const raw = Float64Array.from({ length: n }, () => 0.01 + random.next());
        const w = raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
        const row = refitRow(G, n, w, most);
        expect(row.filter((x) => x > 0).length).toBeLessThanOrEqual(most);
        expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
        expect(quadratic(G, n, row)).toBeLessThanOrEqual(quadratic(G, n, keepLargest(w, most)) + 1e-12);
      }),
    );
  });
});
