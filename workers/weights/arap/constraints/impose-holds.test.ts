import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../../testing/numbers-between";
import { imposeHolds } from "./impose-holds";

const SEED = 41;
/** The row of the second vertex, between rows of other vertices. */
function imposed(row: number[], held: [at: number, value: number][]): number[] {
  const weights = Float64Array.from([7, ...row, 9]);
  const entries = held.map(([at, value]) => ({ entry: 1 + at, value }));
  imposeHolds(weights, [0, 1, 1 + row.length, 2 + row.length], 1, entries);
  expect([weights[0], weights[weights.length - 1]]).toEqual([7, 9]);
  return [...weights.subarray(1, 1 + row.length)];
}

const rows = fc.array(numbersBetween(0, 3), { minLength: 2, maxLength: 8 }).chain((row) => {
  const values = fc.array(numbersBetween(0, 1), { maxLength: row.length - 1 });
  return fc.tuple(fc.constant(row), values);
});

describe("imposeHolds", () => {
  it(`keeps held weights and divides the rest among the others in their proportions (seed ${SEED})`, () => {
    fc.assert(
      fc.property(rows, ([row, values]) => {
        const scale = Math.max(1, ...[values.reduce((sum, v) => sum + v, 0)]);
        const held = values.map((value, at): [number, number] => [at, value / scale / 1.0001]);
        const after = imposed(row, held);
        for (const [at, value] of held) expect(after[at]).toBe(value);
        expect(Math.abs(after.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-12);
        const [free, was] = [after.slice(held.length), row.slice(held.length)];
        expect(Math.min(...free)).toBeGreaterThanOrEqual(0);
        const [all, before] = [free, was].map((some) => some.reduce((sum, w) => sum + w, 0));
        free.forEach((w, n) => {
          const part = before > 0 ? was[n] / before : 1 / free.length;
          expect(Math.abs(w - part * all)).toBeLessThan(1e-12);
        });
      }),
      { seed: SEED },
    );
  });

  it("leaves a row unchanged if its holds exceed 1, or if it has nothing else", () => {
    expect(imposed([0.5, 0.3, 0.2], [[0, 0.8], [1, 0.4]])).toEqual([0.5, 0.3, 0.2]); // biome-ignore format: one case
    expect(imposed([0.5, 0.5], [[0, 0.2], [1, 0.3]])).toEqual([0.5, 0.5]); // biome-ignore format: one case
  });
});
