import fc from "fast-check";
import { Matrix, solve as solveDense } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { ensureEngine } from "../../tools/build/engine.mjs";
import { tentacle } from "../../tools/samples/tentacle";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { createRandom } from "../math/random";
import { cotangentLaplacian } from "../mesh/laplacian";
import { CancelledError } from "../model/errors";
import { addDiagonal, type Csc, cscFromTriplets, multiply, permuteSymmetric } from "./csc";
import { factorise, NotPositiveError, solveFactored, solveOnce } from "./ldlt";
import { SparseLdlt } from "./sparse-ldlt";
import { analyse } from "./symbolic";
import { dense, gridLaplacian } from "./testing/matrices";
import { columnCounts, difference, largest, matrices, normals, serial } from "./testing/systems";

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

describe("SparseLdlt", () => {
  it("solves as ml-matrix does, and its kernels as the TypeScript does", async () => {
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

  it("repeats scaled steps as single solves do", async () => {
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

  it("refuses pivots that are not finite positive numbers", () => {
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
      // The row itself, or a row that is eliminated after it.
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
    // A row with a huge diagonal s keeps b/s, and its neighbours see that value.
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
