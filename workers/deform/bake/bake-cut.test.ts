import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { chooseKept } from "./bake-cut";

/** Gram of n random residuals in few dimensions, and weights that sum to 1. */
function randomRow(n: number, seed: number) {
  const random = createRandom(seed);
  const residuals = Array.from({ length: n }, () => Array.from({ length: 5 }, () => random.normal()));
  const G = Float64Array.from({ length: n * n }, (_, e) =>
    residuals[Math.floor(e / n)].reduce((sum, x, c) => sum + x * residuals[e % n][c], 0),
  );
  const raw = Array.from({ length: n }, () => random.next() ** 2);
  const sum = raw.reduce((a, b) => a + b, 0);
  return { residuals, G, w: raw.map((x) => x / sum) };
}

/** |Σ w r|² of the kept weights, scaled to sum 1: from the residuals, not their Gram matrix. */
function errorOf(residuals: number[][], w: number[], kept: (a: number) => boolean): number {
  const sum = w.reduce((total, x, a) => total + (kept(a) ? x : 0), 0);
  return residuals[0]
    .map((_, c) => w.reduce((total, x, a) => total + (kept(a) ? (x / sum) * residuals[a][c] : 0), 0))
    .reduce((total, x) => total + x * x, 0);
}

/** The least error of any `most` of n, by trying all. */
function leastError(residuals: number[][], w: number[], most: number): number {
  let least = Infinity;
  for (let mask = 1; mask < 1 << w.length; mask++) {
    const count = [...w.keys()].filter((a) => mask & (1 << a)).length;
    if (count <= most)
      least = Math.min(
        least,
        errorOf(residuals, w, (a) => (mask & (1 << a)) !== 0),
      );
  }
  return least;
}

describe("chooseKept", () => {
  it("finds nearly the best of all choices, and never a worse one than the largest weights", () => {
    let [found, best, plain] = [0, 0, 0];
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 1e6 }),
        (n, most, seed) => {
          const { residuals, G, w } = randomRow(n, seed);
          const kept = chooseKept(G, w, most);
          expect(kept.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(Math.max(most, 1));
          const order = [...w.keys()].sort((a, b) => w[b] - w[a]).slice(0, most);
          const mine = errorOf(residuals, w, (a) => kept[a] === 1);
          const largest = errorOf(residuals, w, (a) => order.includes(a));
          expect(mine).toBeLessThanOrEqual(largest * (1 + 1e-9) + 1e-12);
          found += mine;
          plain += largest;
          best += leastError(residuals, w, most);
        },
      ),
      { numRuns: 200, seed: 5 },
    );
    expect(found).toBeLessThan(1.15 * best);
    expect(plain).toBeGreaterThan(1.5 * best);
  });

  it("keeps the influence that has all the weight", () => {
    expect([...chooseKept(new Float64Array(9), [0, 1, 0], 1)]).toEqual([0, 1, 0]);
  });
});
