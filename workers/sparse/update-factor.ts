import { kernels } from "../kernels/kernels.generated";
import type { Parallel } from "../kernels/parallel";
import type { Factor } from "./ldlt";
import type { Symbolic } from "./symbolic";
import { assertDowndate, pathOf, type SparseVector, UPDATE_RANK } from "./update";

/** The arrays of an update of a factor, in the arena. */
export interface UpdateRoom {
  /** Pointers of the columns' pattern. */
  pattern: { columnOffsets: number; columnIndices: number };
  factor: Factor;
  /** n: receives the columns that change. */
  path: Uint32Array;
  /** `updateScratch(symbolic)` numbers. */
  scratch: Float64Array;
  /** Pointer of n rows of `UPDATE_RANK` numbers. */
  rows: number;
}

/**
 * A ← A ± Σ w·wᵀ for at most `UPDATE_RANK` vectors, in one pass over the columns that change.
 * @param firsts `firstRow` of each vector.
 * @throws NotPositiveError if a downdate leaves no positive definite matrix; the factor is then unchanged.
 */
export function updateFactor(
  parallel: Parallel,
  symbolic: Symbolic,
  { pattern, factor, path, scratch, rows }: UpdateRoom,
  vectors: readonly SparseVector[],
  firsts: readonly number[],
  sign: 1 | -1,
): void {
  const length = pathOf(symbolic, firsts, path);
  const w = new Float64Array(parallel.arena.memory.buffer, rows, UPDATE_RANK * symbolic.n);
  const width = vectors.length;
  const columns = {
    path,
    length,
    columnOffsets: pattern.columnOffsets,
    columnIndices: pattern.columnIndices,
    columnValues: factor.columnValues,
    inverse: factor.inverse,
    w,
    width,
    scratch,
  };
  if (sign < 0) {
    scatter(symbolic, path.subarray(0, length), vectors, w);
    const gram = scratch.subarray(scratch.length - UPDATE_RANK ** 2);
    parallel.call(kernels.sparseGrowth, { ...columns, gram });
    assertDowndate(gram, width, symbolic.order[firsts[0]]);
  }
  scatter(symbolic, path.subarray(0, length), vectors, w);
  parallel.call(kernels.sparseUpdate, { ...columns, diagonal: factor.diagonal, sign });
}

/** Writes the vectors side by side into rows that are zero along the path. */
function scatter(
  { place }: Symbolic,
  path: Uint32Array,
  vectors: readonly SparseVector[],
  w: Float64Array,
): void {
  for (const column of path) w.fill(0, UPDATE_RANK * column, UPDATE_RANK * (column + 1));
  vectors.forEach(({ rows, values }, r) => {
    for (let e = 0; e < rows.length; e++) w[UPDATE_RANK * place[rows[e]] + r] += values[e];
  });
}
