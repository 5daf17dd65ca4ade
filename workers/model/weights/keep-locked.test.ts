import fc from "fast-check";
import { expect, it } from "vitest";
import type { SparseWeights } from "../rig/sparse-weights";
import { WeightBuilder } from "../rig/weight-builder";
import { keepLocked } from "./keep-locked";

const B = 5;
const row = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: B, maxLength: B })
  .filter((all) => all.some((n) => n > 0));

function weightsOf(rows: readonly number[][]): SparseWeights {
  const made = new WeightBuilder();
  for (const each of rows) made.addScaledRow(each.map((n, j) => [j, n] as const).filter(([, n]) => n > 0));
  return made.weights();
}

/** The two largest of each row. */
const two = (rows: readonly number[][]) =>
  rows.map((each) => {
    const order = each.map((_, j) => j).sort((a, b) => each[b] - each[a]);
    return each.map((n, j) => (order.indexOf(j) < 2 ? n : 0));
  });

const dense = ({ offsets, bones, values }: SparseWeights, i: number) => {
  const all = new Array<number>(B).fill(0);
  for (let e = offsets[i]; e < offsets[i + 1]; e++) all[bones[e]] = values[e];
  return all;
};

it("a reduction keeps locked weights bit for bit, sums of 1, and its limit if locks leave room", () => {
  const locks = fc.array(fc.boolean(), { minLength: B, maxLength: B });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), locks, (rows, locked) => {
      const before = weightsOf(rows);
      const reduced = weightsOf(two(rows));
      const made = keepLocked(reduced, before, locked.map(Number));
      rows.forEach((_, i) => {
        const [was, now] = [dense(before, i), dense(made, i)];
        for (const [j, w] of was.entries()) if (locked[j]) expect(now[j]).toBe(w);
        expect(now.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
        const held = was.filter((w, j) => locked[j] && w > 0).length;
        expect(now.filter((w) => w > 0).length).toBeLessThanOrEqual(Math.max(2, held + 1));
      });
      if (!locked.includes(true)) expect(made).toEqual(reduced);
    }),
    { seed: 20261126, numRuns: 100, verbose: 1 },
  );
});
