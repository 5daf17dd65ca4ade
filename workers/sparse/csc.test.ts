import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDiagonal, assertCsc, cscFromTriplets, multiply, permuteSymmetric, transpose } from "./csc";
import { dense, gridLaplacian, randomSpd } from "./testing/matrices";

const entry = fc.tuple(fc.nat(6), fc.nat(4), fc.integer({ min: -9, max: 9 }));
const entries = fc.array(entry, { maxLength: 40 });
const built = (list: [number, number, number][]) =>
  cscFromTriplets(7, 5, {
    row: list.map((e) => e[0]),
    column: list.map((e) => e[1]),
    value: list.map((e) => e[2]),
  });

function plain(list: [number, number, number][]): number[][] {
  const out = Array.from({ length: 7 }, () => new Array<number>(5).fill(0));
  for (const [r, c, v] of list) out[r][c] += v;
  return out;
}

describe("Csc", () => {
  it("adds triplets in one place, and sorts by rows", () => {
    fc.assert(
      fc.property(entries, (list) => {
        const matrix = built(list);
        assertCsc(matrix);
        expect(dense(matrix)).toEqual(plain(list));
        expect(matrix.values.length).toBe(new Set(list.map(([r, c]) => 5 * r + c)).size);
      }),
      { seed: 1 },
    );
  });

  it("transposes and multiplies as a dense matrix does", () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 10, maxLength: 10 }),
        (list, x) => {
          const matrix = built(list);
          const rows = plain(list);
          const turned = transpose(matrix);
          assertCsc(turned);
          expect(dense(turned)).toEqual(rows[0].map((_, c) => rows.map((row) => row[c])));
          const expected = rows.flatMap((row) =>
            [0, 1].map((q) => row.reduce((sum, a, c) => sum + a * x[2 * c + q], 0)),
          );
          expect(Array.from(multiply(matrix, x, 2))).toEqual(expected);
        },
      ),
      { seed: 2 },
    );
  });

  it("permutes rows and columns together, and adds to the diagonal", () => {
    const order = [4, 2, 0, 5, 1, 3];
    const matrix = randomSpd(6, 3, 7);
    const rows = dense(matrix);
    expect(dense(permuteSymmetric(matrix, order))).toEqual(order.map((r) => order.map((c) => rows[r][c])));
    const more = dense(addDiagonal(matrix, [1, 2, 3, 4, 5, 6]));
    rows.forEach((row, i) => {
      row[i] += i + 1;
    });
    expect(more).toEqual(rows);
    expect(addDiagonal(gridLaplacian(3, 1), 2).values[0]).toBe(3);
  });

  it("names the error", () => {
    const one = { row: [0], column: [5], value: [1] };
    expect(() => cscFromTriplets(5, 5, one)).toThrow(/\(0, 5\) is outside a 5 x 5/);
    expect(() => cscFromTriplets(5, 5, { ...one, row: [-1], column: [0] })).toThrow(RangeError);
    const good = gridLaplacian(3, 2);
    expect(() => permuteSymmetric(good, [0, 1, 2, 3, 4, 4])).toThrow(/permutation/);
    const broken = (change: object) => () => assertCsc({ ...good, ...change });
    expect(broken({ offsets: good.offsets.slice(1) })).toThrow(/offsets/);
    expect(broken({ indices: good.indices.map(() => 9) })).toThrow(/row 9 in column 0/);
    expect(broken({ indices: good.indices.slice().reverse() })).toThrow(/not in order/);
    expect(broken({ values: good.values.map(() => Number.NaN) })).toThrow(/NaN at/);
    expect(broken({ values: good.values.slice(1) })).toThrow(/values/);
  });
});
