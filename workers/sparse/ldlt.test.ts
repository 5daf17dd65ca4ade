import fc from "fast-check";
import { Matrix, solve as solveDense } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { ensureEngine } from "../../tools/build/engine.mjs";
import { tentacle } from "../../tools/samples/tentacle";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { cotangentLaplacian } from "../mesh/laplacian";
import { CancelledError } from "../model/errors";
import { addDiagonal, type Csc, cscFromTriplets, multiply, permuteSymmetric } from "./csc";
import { factorise, NotPositiveError, solveFactored, solveOnce } from "./ldlt";
import { SparseLdlt } from "./sparse-ldlt";
import { analyse } from "./symbolic";
import { dense, gridLaplacian, randomSpd } from "./testing/matrices";

const normals = (size: number, seed: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: size }, () => random.normal());
};
const largest = (x: ArrayLike<number>) => Array.from(x).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
const difference = (a: ArrayLike<number>, b: ArrayLike<number>) => largest(Array.from(a, (v, n) => v - b[n]));
const serial = (bytes = 1 << 24) => new Serial(new Arena(bytes, false));

function meshMatrix(rings = 24, sectors = 12, lambda = 50): Csc {
  const { rest, triangles, solverIndex } = tentacle({ rings, sectors, frames: 2 });
  const laplacian = cotangentLaplacian(
    rest,
    triangles.map((d) => solverIndex[d]),
  );
  laplacian.values.forEach((v, e) => {
    laplacian.values[e] = lambda * v;
  });
  return addDiagonal(laplacian, 1);
}

const matrices = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 8, noNaN: true }), fc.integer())
    .map(([n, d, s]) => randomSpd(n, d, s)),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
    .map(([w, h]) => addDiagonal(gridLaplacian(w, h), 0.01)),
);
const columnCounts = fc.integer({ min: 1, max: 19 });

describe("SparseLdlt", () => {
  it("solves like ml-matrix, and its kernels like the TypeScript", async () => {
    const kernels = serial();
    await fc.assert(
      fc.asyncProperty(matrices, columnCounts, fc.integer(), async (matrix, columns, seed) => {
        const n = matrix.columns;
        const b = normals(n * columns, seed);
        const mark = kernels.arena.mark();
        const ldlt = await SparseLdlt.create(kernels, matrix);
        const x = b.slice();
        await ldlt.solve(x, columns);
        const oracle = solveDense(new Matrix(dense(matrix)), Matrix.from1DArray(n, columns, b)).to1DArray();
        const size = largest(oracle);
        expect(difference(x, oracle)).toBeLessThan(1e-9 * size);
        const scale = largest(matrix.values) * size;
        expect(difference(multiply(matrix, x, columns), b)).toBeLessThan(1e-10 * scale);
        expect(solveOnce(matrix, b, columns)).toEqual(x);
        const plain = factorise(ldlt.symbolic, matrix.values);
        expect(Float64Array.from(ldlt.factor.columnValues)).toEqual(plain.columnValues);
        expect(Float64Array.from(ldlt.factor.diagonal)).toEqual(plain.diagonal);
        kernels.arena.release(mark);
      }),
      { seed: 11 },
    );
  });

  it("solves a mesh to a small residual, the same for any order of its vertices", async () => {
    const matrix = meshMatrix();
    const n = matrix.columns;
    const b = normals(9 * n, 3);
    const kernels = serial();
    const x = b.slice();
    await (await SparseLdlt.create(kernels, matrix)).solve(x, 9);
    expect(difference(multiply(matrix, x, 9), b)).toBeLessThan(1e-10 * largest(b));
    const random = createRandom(9);
    const order = Array.from({ length: n }, (_, i) => i).sort(() => random.next() - 0.5);
    const moved = new Float64Array(9 * n);
    order.forEach((i, k) => {
      moved.set(b.subarray(9 * i, 9 * i + 9), 9 * k);
    });
    await (await SparseLdlt.create(kernels, permuteSymmetric(matrix, order))).solve(moved, 9);
    const back = new Float64Array(9 * n);
    order.forEach((i, k) => {
      back.set(moved.subarray(9 * k, 9 * k + 9), 9 * i);
    });
    expect(difference(back, x)).toBeLessThan(1e-10 * largest(x));
  });

  it("repeats scaled steps like single solves", async () => {
    const matrix = meshMatrix(12, 8);
    const n = matrix.columns;
    const ldlt = await SparseLdlt.create(serial(), matrix);
    const scale = normals(n, 5).map(Math.abs);
    const at = normals(11 * n, 6);
    const single = at.slice();
    await ldlt.solve(at, 11, undefined, { steps: 5, scale });
    for (let step = 0; step < 5; step++) {
      single.forEach((v, e) => {
        single[e] = v * scale[Math.floor(e / 11)];
      });
      solveFactored(ldlt.symbolic, ldlt.factor, single, 11);
    }
    expect(at).toEqual(single);
  });

  it("accepts right-hand sides in the arena, and leaves the matrix's memory and the arena unchanged", async () => {
    const matrix = meshMatrix(12, 8);
    const symbolic = analyse(matrix);
    const kernels = serial(SparseLdlt.bytes(symbolic, 1, 3));
    const ldlt = await SparseLdlt.create(kernels, matrix, undefined, symbolic);
    const used = kernels.arena.used;
    const b = normals(3 * matrix.columns, 8);
    const outside = b.slice();
    await ldlt.solve(outside, 3);
    await ldlt.solve(outside, 3);
    expect(kernels.arena.used).toBe(used);
    const inside = kernels.arena.f64(b.length);
    inside.set(b);
    await ldlt.solve(inside, 3, undefined, { steps: 2 });
    expect(Float64Array.from(inside)).toEqual(outside);
  });

  it("gives the same bits on one thread and on three", async () => {
    await ensureEngine();
    const matrix = meshMatrix();
    const b = normals(61 * matrix.columns, 12);
    const scale = normals(matrix.columns, 13).map(Math.abs);
    const solved: Float64Array[] = [];
    for (const threads of [1, 3]) {
      const parallel = await nodeParallel(SparseLdlt.bytes(analyse(matrix), threads, 61), threads);
      const x = b.slice();
      await (await SparseLdlt.create(parallel, matrix)).solve(x, 61, undefined, { steps: 3, scale });
      solved.push(x);
      parallel.dispose();
    }
    expect(solved[1]).toEqual(solved[0]);
  });

  it("refactors with other numbers in the same pattern", async () => {
    const matrix = meshMatrix(12, 8, 3);
    const other = meshMatrix(12, 8, 700);
    const kernels = serial();
    const ldlt = await SparseLdlt.create(kernels, matrix);
    await ldlt.refactor(other.values);
    const x = normals(matrix.columns, 2);
    const y = x.slice();
    await ldlt.solve(x, 1);
    await (await SparseLdlt.create(kernels, other)).solve(y, 1);
    expect(x).toEqual(y);
  });

  it("refuses pivots that are no finite positive numbers", () => {
    for (const bad of [Infinity, Number.NaN, 0, -1]) {
      const row = Uint32Array.of(0, 1);
      const matrix = cscFromTriplets(2, 2, { row, column: row, value: Float64Array.of(1, bad) });
      expect(() => factorise(analyse(matrix), matrix.values)).toThrow(NotPositiveError);
    }
  });

  it("refuses a matrix whose first pivot is not positive", async () => {
    for (const value of [-1, 0, Number.NaN]) {
      const single = cscFromTriplets(1, 1, { row: [0], column: [0], value: [value] });
      await expect(SparseLdlt.create(serial(), single)).rejects.toThrow(NotPositiveError);
    }
  });

  it("names the column that makes a matrix indefinite, singular or not a number, and recovers", async () => {
    const kernels = serial();
    const good = addDiagonal(gridLaplacian(5, 5), 1);
    const ldlt = await SparseLdlt.create(kernels, good);
    for (const [column, diagonal] of [
      [7, -3],
      [11, 0],
      [24, Number.NaN],
    ]) {
      const values = good.values.slice();
      for (let e = good.offsets[column]; e < good.offsets[column + 1]; e++) {
        if (good.indices[e] === column) values[e] = diagonal;
      }
      const error = await ldlt.refactor(values).catch((e) => e);
      expect(error).toBeInstanceOf(NotPositiveError);
      // The row itself, or one that is eliminated after it.
      expect(ldlt.symbolic.place[error.column]).toBeGreaterThanOrEqual(ldlt.symbolic.place[column]);
      expect(error.message).toContain(`column ${error.column} is ${error.pivot}`);
      expect(error.pivot > 0).toBe(false);
      expect(() => factorise(ldlt.symbolic, values)).toThrow(error.message);
      await expect(ldlt.solve(new Float64Array(25), 1)).rejects.toThrow(/no factor/);
    }
    await ldlt.refactor(good.values);
    await ldlt.solve(new Float64Array(25), 1);
    // Singular: rows sum to 0, so the last pivot of each component is rounding.
    await expect(SparseLdlt.create(kernels, gridLaplacian(20, 20))).rejects.toThrow(NotPositiveError);
    expect(() => solveOnce(gridLaplacian(1, 1), [1])).toThrow(/diagonal/);
    const isolated = addDiagonal(gridLaplacian(1, 1), 0);
    expect(() => solveOnce(isolated, [1])).toThrow(/column 0 is 0/);
  });

  it("refuses vectors that do not fit", async () => {
    const ldlt = await SparseLdlt.create(serial(), addDiagonal(gridLaplacian(2, 2), 1));
    await expect(ldlt.solve(new Float64Array(7), 2)).rejects.toThrow(/7 numbers for 2 vectors of 4/);
    const scale = new Float64Array(3);
    await expect(ldlt.solve(new Float64Array(8), 2, undefined, { scale })).rejects.toThrow(/3 scales/);
  });

  it("stops when told to, and can be used again", async () => {
    const matrix = meshMatrix();
    const kernels = serial();
    const ldlt = await SparseLdlt.create(kernels, matrix);
    const used = kernels.arena.used;
    const stop = {
      async checkpoint() {
        throw new CancelledError();
      },
    };
    const b = normals(64 * matrix.columns, 4);
    await expect(ldlt.solve(b.slice(), 64, stop)).rejects.toThrow(CancelledError);
    expect(kernels.arena.used).toBe(used);
    const x = b.slice();
    await ldlt.solve(x, 64);
    expect(difference(multiply(matrix, x, 64), b)).toBeLessThan(1e-10 * largest(b));
  });

  it("solves diagonals of very different sizes: fixed rows beside free ones", async () => {
    // A row with a huge diagonal keeps b/s, and its neighbours see that value.
    const laplacian = gridLaplacian(9, 9);
    const held = new Set([0, 17, 40]);
    const weights = Float64Array.from({ length: 81 }, (_, i) => (held.has(i) ? 1e12 : 1));
    const b = normals(81, 6);
    const x = b.map((v, i) => v * weights[i]);
    await (await SparseLdlt.create(serial(), addDiagonal(laplacian, weights))).solve(x, 1);
    for (const i of held) expect(x[i]).toBeCloseTo(b[i], 9);
    const product = multiply(laplacian, x);
    for (let i = 0; i < 81; i++) if (!held.has(i)) expect(x[i] + product[i]).toBeCloseTo(b[i], 10);
  });
});

describe("update", () => {
  /** w is on an edge of a grid, or on one vertex. */
  const cases = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }), fc.integer());

  it("gives the factor of A ± w·wᵀ, again and again", async () => {
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

  it("refuses a downdate that leaves no positive matrix, and a pattern that does not fit, without changes", async () => {
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

  it("of many vectors at once is that of A + W·Wᵀ, and removing them restores the factor", async () => {
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
            // A repeated row counts twice.
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

  it("of eight vectors is refused as a whole, of more until the factor is made again", async () => {
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

/** A + B; the pattern of A must contain that of B, so that it stays. */
function sum(a: Csc, b: Csc): Csc {
  const columnsOf = (m: Csc) =>
    Array.from({ length: m.columns }, (_, c) => new Array<number>(m.offsets[c + 1] - m.offsets[c]).fill(c));
  return cscFromTriplets(a.rows, a.columns, {
    row: [...a.indices, ...b.indices],
    column: [...columnsOf(a), ...columnsOf(b)].flat(),
    value: [...a.values, ...b.values],
  });
}
