import { expect, it } from "vitest";
import { exactParallel } from "../kernels/testing/exact-arena";
import { createRandom } from "../math/random";
import { addDiagonal, type Csc, cscFromTriplets, multiply } from "./csc";
import { SparseLdlt } from "./sparse-ldlt";
import { analyse } from "./symbolic";
import { gridLaplacian } from "./testing/matrices";

/** Ones everywhere, and larger numbers on the diagonal. */
function full(n: number): Csc {
  const at = Uint32Array.from({ length: n * n }, (_, e) => e);
  const [row, column] = [at.map((e) => Math.floor(e / n)), at.map((e) => e % n)];
  return cscFromTriplets(n, n, {
    row,
    column,
    value: Float64Array.from(at, (_, e) => (row[e] === column[e] ? n : 1)),
  });
}

it.each([
  ["a full matrix of 1", full(1), 1, 1],
  ["a full matrix of 90", full(90), 1, 1],
  ["a full matrix of 90, many columns", full(90), 1, 20],
  ["a full matrix of 40, many threads", full(40), 50, 3],
  ["a grid", addDiagonal(gridLaplacian(20, 20), 0.1), 1, 1],
  ["a grid, more of both", addDiagonal(gridLaplacian(20, 20), 0.1), 7, 12],
])("a factor of %s has room and solves in the predicted memory", async (_, matrix, threads, columns) => {
  const symbolic = analyse(matrix);
  const bytes = SparseLdlt.bytes(symbolic, threads, columns);
  const parallel = await exactParallel(threads)(bytes);
  const { used } = parallel.arena;
  const factor = await SparseLdlt.create(parallel, matrix, undefined, symbolic);
  const random = createRandom(3);
  const truth = Float64Array.from({ length: matrix.columns * columns }, () => random.normal());
  const x = multiply(matrix, truth, columns);
  await factor.solve(x, columns);
  x.forEach((value, n) => {
    expect(value).toBeCloseTo(truth[n], 6);
  });
  expect(bytes).toBeLessThan(2 * (parallel.arena.used - used) + 4096 + 8 * columns * matrix.columns);
});
