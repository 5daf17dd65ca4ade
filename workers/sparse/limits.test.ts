/** Matrices at the limits of what is allowed. */
import { describe, expect, it } from "vitest";
import { assertCsc, type Csc, cscFromTriplets } from "./csc";
import { solveOnce } from "./ldlt";

describe("entries of a matrix", () => {
  const entry = (row: number, column: number) => () =>
    cscFromTriplets(3, 2, { row: [row], column: [column], value: [1] });

  it("may be in its last row and column, but no further", () => {
    for (const [row, column] of [
      [0, 0],
      [2, 0],
      [0, 1],
      [2, 1],
    ]) {
      expect(entry(row, column)().values).toEqual(Float64Array.of(1));
    }
    for (const [row, column] of [
      [3, 0],
      [0, 2],
      [-1, 0],
      [0, -1],
      [Number.NaN, 0],
      [0, Number.NaN],
    ]) {
      expect(entry(row, column)).toThrow(`Entry 0 at (${row}, ${column}) is outside a 3 x 2 matrix`);
    }
  });
});

describe("a matrix by columns", () => {
  /** A matrix with rows 0 and 2 in the first column and row 1 in the second, changed by `more`. */
  const matrix = (more: Partial<Csc> = {}): Csc => ({
    ...{ rows: 3, columns: 2, offsets: Uint32Array.of(0, 2, 3) },
    ...{ indices: Uint32Array.of(0, 2, 1), values: Float64Array.of(1, 2, 3) },
    ...more,
  });
  const wrong = (more: Partial<Csc>) => expect(() => assertCsc(matrix(more)));

  it("has its rows in order, each once, and none outside it", () => {
    wrong({}).not.toThrow();
    wrong({ indices: Uint32Array.of(1, 2, 0) }).not.toThrow();
    wrong({ indices: Uint32Array.of(0, 3, 1) }).toThrow("row 3 in column 0");
    wrong({ indices: Uint32Array.of(0, 2, 3) }).toThrow("row 3 in column 1");
    wrong({ indices: Uint32Array.of(2, 0, 1) }).toThrow("the rows of column 0 are not in order");
    wrong({ indices: Uint32Array.of(2, 2, 1) }).toThrow("the rows of column 0 are not in order");
  });

  it("has offsets that rise from 0 to the number of its entries", () => {
    wrong({ offsets: Uint32Array.of(0, 0, 3), indices: Uint32Array.of(0, 1, 2) }).not.toThrow();
    wrong({ offsets: Uint32Array.of(0, 3, 3), indices: Uint32Array.of(0, 1, 2) }).not.toThrow();
    wrong({ offsets: Uint32Array.of(0, 2) }).toThrow("2 offsets");
    wrong({ offsets: Uint32Array.of(0, 2, 3, 3) }).toThrow("4 offsets");
    wrong({ offsets: Uint32Array.of(1, 2, 3) }).toThrow("offsets do not span the entries");
    wrong({ offsets: Uint32Array.of(0, 2, 2) }).toThrow("offsets do not span the entries");
    wrong({ columns: 3, offsets: Uint32Array.of(0, 2, 1, 3) }).toThrow("the offsets of column 1 fall");
    wrong({ values: Float64Array.of(1, 2) }).toThrow("3 rows but 2 values");
  });

  it("has numbers", () => {
    wrong({ values: Float64Array.of(1, Number.NaN, 3) }).toThrow("NaN at (2, 0)");
    wrong({ values: Float64Array.of(1, 2, Infinity) }).toThrow("Infinity at (1, 1)");
  });
});

it("a single solve takes one right-hand side, or several side by side", () => {
  // [[2, 1], [1, 3]]: the inverse is [[3, −1], [−1, 2]] / 5.
  const matrix = cscFromTriplets(2, 2, { row: [0, 0, 1], column: [0, 1, 1], value: [2, 1, 3] });
  const near = (found: Float64Array, truth: number[]) => {
    expect(found).toHaveLength(truth.length);
    found.forEach((x, n) => {
      expect(x).toBeCloseTo(truth[n], 12);
    });
  };
  near(solveOnce(matrix, [5, 10]), [1, 3]);
  near(solveOnce(matrix, [5, 0, 5, 10, 5, 0], 3), [1, -1, 3, 3, 2, -1]);
  const b = [5, 10];
  solveOnce(matrix, b);
  expect(b).toEqual([5, 10]);
});
