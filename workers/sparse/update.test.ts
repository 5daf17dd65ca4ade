import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { addDiagonal, type Csc, cscFromTriplets, multiply } from "./csc";
import { factorise, NotPositiveError } from "./ldlt";
import { SparseLdlt } from "./sparse-ldlt";
import { gridLaplacian } from "./testing/matrices";
import { difference, largest, normals, serial } from "./testing/systems";

describe("update", () => {
  /** w is not zero at the ends of an edge of a grid, or at one vertex. */
  const cases = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }), fc.integer());

  it("gives the factor of A ± w·wᵀ, time after time", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([width, height, seed]) => {
        const kernels = serial();
        const random = createRandom(seed);
        let matrix = addDiagonal(gridLaplacian(width, height), 0.5);
        const ldlt = await SparseLdlt.create(kernels, matrix);
        const n = matrix.columns;
        const added: [number[], number[]][] = [];
        for (let round = 0; round < 12; round++) {
          const i = random.integer(n);
          const from = matrix.offsets[i];
          const j = matrix.indices[from + random.integer(matrix.offsets[i + 1] - from)];
          let w: [number[], number[]] = [
            [i, j],
            [random.normal(), random.normal()],
          ];
          if (i === j) w = [[i], [3 * random.normal()]];
          const sign = added.length > 0 && random.next() < 0.4 ? -1 : 1;
          if (sign < 0) w = added.pop()!;
          else added.push(w);
          ldlt.update(w[0], w[1], sign);
          const [row, column, value] = [[...w[0]], [...w[0]], w[1].map((v) => sign * v * v)];
          if (w[0].length > 1) {
            row.push(w[0][1], w[0][0]);
            column.push(w[0][0], w[0][1]);
            value.push(sign * w[1][0] * w[1][1], sign * w[1][0] * w[1][1]);
          }
          const change = cscFromTriplets(n, n, { row, column, value });
          matrix = sum(matrix, change);
        }
        const fresh = factorise(ldlt.symbolic, matrix.values);
        const size = largest(fresh.diagonal);
        expect(difference(ldlt.factor.diagonal, fresh.diagonal)).toBeLessThan(1e-8 * size);
        expect(difference(ldlt.factor.columnValues, fresh.columnValues)).toBeLessThan(1e-8);
        const b = normals(n, seed);
        const x = b.slice();
        await ldlt.solve(x, 1);
        expect(difference(multiply(matrix, x), b)).toBeLessThan(1e-8 * (1 + size));
      }),
      { seed: 21, numRuns: 40 },
    );
  });

  it("refuses a downdate to a matrix that is not positive definite, and a pattern that does not fit, without changes", async () => {
    const matrix = addDiagonal(gridLaplacian(6, 6), 1);
    const ldlt = await SparseLdlt.create(serial(), matrix);
    const before = Float64Array.from(ldlt.factor.columnValues);
    expect(() => ldlt.update([3], [10], -1)).toThrow(NotPositiveError);
    expect(() => ldlt.update([0, 35], [1, 1], 1)).toThrow(/not coupled/);
    // Neighbours in the grid are coupled, and many others are not.
    let refused = 0;
    for (let i = 0; i < 36; i++) {
      for (let j = 0; j < i; j++) {
        const [p, q] = [i, j].map((k) => ldlt.symbolic.place[k]);
        const [first, last] = [Math.min(p, q), Math.max(p, q)];
        const { columnOffsets, columnIndices } = ldlt.symbolic;
        if (columnIndices.subarray(columnOffsets[first], columnOffsets[first + 1]).includes(last)) continue;
        refused++;
        expect(() => ldlt.update([i, j], [1, 1], 1)).toThrow(/not coupled/);
      }
    }
    expect(refused).toBeGreaterThan(100);
    ldlt.update([], [], 1);
    expect(Float64Array.from(ldlt.factor.columnValues)).toEqual(before);
  });

  it("of many vectors at once gives the factor of A + W·Wᵀ, and removing them restores it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 14 }),
        fc.integer({ min: 1, max: 27 }),
        fc.integer(),
        async (side, count, seed) => {
          const random = createRandom(seed);
          const matrix = addDiagonal(gridLaplacian(side, side), 0.3);
          const n = matrix.columns;
          const ldlt = await SparseLdlt.create(serial(), matrix);
          const [row, column, value]: number[][] = [[], [], []];
          const vectors = Array.from({ length: count }, () => {
            const i = random.integer(n);
            const from = matrix.offsets[i];
            const j = matrix.indices[from + random.integer(matrix.offsets[i + 1] - from)];
            // A repeated row is added twice.
            const w = { rows: [i, j], values: [3 * random.normal(), random.normal()] };
            w.rows.forEach((r, a) => {
              w.rows.forEach((c, b) => {
                row.push(r);
                column.push(c);
                value.push(w.values[a] * w.values[b]);
              });
            });
            return w;
          });
          const given = factorise(ldlt.symbolic, matrix.values);
          const whole = sum(matrix, cscFromTriplets(n, n, { row, column, value }));
          const fresh = factorise(ldlt.symbolic, whole.values);
          const matches = (truth: ReturnType<typeof factorise>) => {
            const size = largest(truth.diagonal);
            expect(difference(ldlt.factor.diagonal, truth.diagonal)).toBeLessThan(1e-8 * size);
            expect(difference(ldlt.factor.columnValues, truth.columnValues)).toBeLessThan(1e-8);
          };
          await ldlt.updateMany(vectors, 1);
          matches(fresh);
          await ldlt.updateMany(vectors, -1);
          matches(given);
        },
      ),
      { seed: 22, numRuns: 40 },
    );
  });

  it("of eight vectors is refused as a whole; after one of more, nothing is solved until the factor is computed again", async () => {
    const matrix = addDiagonal(gridLaplacian(6, 6), 1);
    const ldlt = await SparseLdlt.create(serial(), matrix);
    const before = Float64Array.from(ldlt.factor.columnValues);
    // Each of them could be removed alone: 0.9 of the matrix's entry there.
    const inverse = new Float64Array(36);
    inverse[7] = 1;
    await ldlt.solve(inverse, 1);
    const vector = { rows: [7], values: [Math.sqrt(0.9 / inverse[7])] };
    const held = { rows: [30], values: [0.01] };
    await expect(ldlt.updateMany([vector, vector], -1)).rejects.toThrow(NotPositiveError);
    expect(Float64Array.from(ldlt.factor.columnValues)).toEqual(before);
    await ldlt.updateMany([vector], -1);
    await ldlt.updateMany([vector], 1);
    expect(difference(ldlt.factor.columnValues, before)).toBeLessThan(1e-12);
    const many = Array.from({ length: 9 }, () => held);
    await expect(ldlt.updateMany([...many, vector, vector], -1)).rejects.toThrow(NotPositiveError);
    await expect(ldlt.solve(new Float64Array(36), 1)).rejects.toThrow(/no factor/);
    await ldlt.refactor(matrix.values);
    expect(Float64Array.from(ldlt.factor.columnValues)).toEqual(before);
  });
});

/** A + B. The pattern of A stays, and must contain the pattern of B. */
function sum(a: Csc, b: Csc): Csc {
  const columnsOf = (m: Csc) =>
    Array.from({ length: m.columns }, (_, c) => new Array<number>(m.offsets[c + 1] - m.offsets[c]).fill(c));
  return cscFromTriplets(a.rows, a.columns, {
    row: [...a.indices, ...b.indices],
    column: [...columnsOf(a), ...columnsOf(b)].flat(),
    value: [...a.values, ...b.values],
  });
}
