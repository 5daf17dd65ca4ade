import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, type CellCost, cellsWithin } from "./lattice";

/** Costs with rising error and falling bytes along each axis, in parts that add up. */
const lattice = fc
  .array(
    fc.array(fc.record({ worse: fc.integer({ min: 0, max: 50 }), saved: fc.integer({ min: 0, max: 50 }) }), {
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((axes) => ({
    lengths: axes.map((steps) => steps.length + 1),
    costOf: (cell: Cell): CellCost => {
      const taken = axes.flatMap((steps, axis) => steps.slice(0, cell[axis]));
      const bytes = 1000 - taken.reduce((sum, { saved }) => sum + saved, 0);
      return { error: Math.sqrt(taken.reduce((sum, { worse }) => sum + worse ** 2, 0)), bytes };
    },
  }));

function allCells(lengths: readonly number[]): Cell[] {
  return lengths.reduce<number[][]>(
    (cells, length) => cells.flatMap((cell) => [...Array(length).keys()].map((n) => [...cell, n])),
    [[]],
  );
}

async function first({ lengths, costOf }: { lengths: number[]; costOf(cell: Cell): CellCost }, most: number) {
  let looked = 0;
  const counted = async (cell: Cell) => {
    looked++;
    return costOf(cell);
  };
  for await (const { cost } of cellsWithin(lengths, most, counted)) return { cost, looked };
  return { cost: null, looked };
}

describe("cells of a lattice", () => {
  it("come in the order of an exhaustive search, the best that is small enough first", () =>
    fc.assert(
      fc.asyncProperty(lattice, fc.integer({ min: 700, max: 1000 }), async (one, most) => {
        const fitting = allCells(one.lengths)
          .map(one.costOf)
          .filter(({ bytes }) => bytes <= most);
        const { cost, looked } = await first(one, most);
        expect(cost === null).toBe(fitting.length === 0);
        if (cost)
          expect(cost.error).toBeLessThanOrEqual(1.001 * Math.min(...fitting.map(({ error }) => error)));
        expect(looked).toBeLessThanOrEqual(allCells(one.lengths).length);
      }),
    ));

  it("come by rising error, and each only once", async () => {
    const costOf = async ([a, b]: Cell) => ({ error: a + 3 * b, bytes: 10 - a - b });
    const found: number[] = [];
    for await (const { cost } of cellsWithin([3, 3], 9, costOf)) found.push(cost.error);
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("are measured as late as possible: not along an axis that a cheaper step makes needless", async () => {
    const measured: string[] = [];
    const costOf = async (cell: Cell) => {
      measured.push(cell.join());
      const [slow, quick] = cell;
      return { error: 2 + 1e-4 * quick + slow, bytes: 10 - 4 * slow - 4 * quick };
    };
    for await (const { cell } of cellsWithin([5, 2], 6, costOf)) {
      expect(cell).toEqual([0, 1]);
      break;
    }
    expect(measured).toEqual(["0,0", "0,1"]);
  });
});
