import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { residualGram } from "../../reduce/residual-gram";
import { chooseKept, cutWeights } from "./bake-cut";

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

/** The least error of all choices of `most` weights of n, by trying all. */
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

describe("cutWeights", () => {
  const [V, F, B] = [150, 3, 5];
  const random = createRandom(8);
  const numbers = (count: number) => Array.from({ length: count }, () => random.normal());
  const posed = {
    rest: numbers(3 * V),
    motion: Array.from({ length: F }, () => numbers(12 * B)),
    targets: Array.from({ length: F }, () => numbers(3 * V)),
  };
  /** Some bones of each vertex; some have the weight 0. */
  const rows = Array.from({ length: V }, () =>
    [3, 0, 4, 1].flatMap((bone) => (random.integer(4) ? [{ bone, value: random.integer(3) / 4 }] : [])),
  ).map((row) => [...row, { bone: 2, value: 0.25 }]);
  const offsets = [0];
  for (const row of rows) offsets.push(offsets[offsets.length - 1] + row.length);
  const weights = {
    offsets,
    bones: rows.flatMap((row) => row.map(({ bone }) => bone)),
    values: rows.flatMap((row) => row.map(({ value }) => value)),
  };

  it.each([1, 2, 3, 5])(
    "keeps %i influences of each vertex at most, in proportion, without zeros",
    async (most) => {
      const cut = await cutWeights(weights, most, posed, UNWATCHED);
      expect([cut.version, cut.offsets.length]).toEqual([1, V + 1]);
      rows.forEach((row, i) => {
        const own = row.filter(({ value }) => value > 0);
        const kept =
          own.length > most
            ? chooseKept(
                residualGram(
                  posed,
                  i,
                  own.map(({ bone }) => bone),
                ),
                own.map(({ value }) => value),
                most,
              )
            : own.map(() => 1);
        const expected = own.filter((_, a) => kept[a]);
        const sum = expected.reduce((total, { value }) => total + value, 0);
        const [from, to] = [cut.offsets[i], cut.offsets[i + 1]];
        expect([...cut.bones.subarray(from, to)]).toEqual(expected.map(({ bone }) => bone));
        expect([...cut.values.subarray(from, to)]).toEqual(
          expected.map(({ value }) => Math.fround(value / sum)),
        );
      });
    },
  );

  it("reports progress, and stops when cancelled", async () => {
    const done: (number | null)[] = [];
    const task = { ...UNWATCHED, progress: (at: { done: number | null }) => void done.push(at.done) };
    await cutWeights(weights, 2, posed, task);
    expect(done).toEqual([0, 64 / V, 128 / V]);
    const stop = { ...UNWATCHED, checkpoint: () => Promise.reject(new Error("stopped")) };
    await expect(cutWeights(weights, 2, posed, stop)).rejects.toThrow("stopped");
  });
});
