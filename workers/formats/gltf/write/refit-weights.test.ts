import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { largestOf, minimisePairs, quadratic, refitRow } from "./refit-weights";

/** Gram of n random residuals in `rank` dimensions; below n the matrix is singular. */
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

describe("minimisePairs", () => {
  it("reaches the least error on the simplex, from anywhere, without ever rising", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 }), seeds, (n, rank, seed) => {
        const G = randomGram(n, rank, seed);
        const w = new Float64Array(n).fill(1 / n);
        const before = quadratic(G, n, w);
        minimisePairs(G, n, w, new Uint8Array(n).fill(1));
        const after = quadratic(G, n, w);
        expect(after).toBeLessThanOrEqual(before + 1e-12);
        expect(after).toBeLessThanOrEqual(gridMinimum(G, n, 24) + 1e-6);
        expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
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
        expect(quadratic(G, n, row)).toBeLessThanOrEqual(quadratic(G, n, largestOf(w, most)) + 1e-12);
      }),
    );
  });
});
