/**
 * P·A·Pᵀ = L·D·Lᵀ of a sparse symmetric positive definite matrix, row by row (up-looking: Davis 2005, "Algorithm 849: a
 * concise sparse Cholesky factorization package", after Rose, Whitten, Sherman & Tarjan), in plain TypeScript. This is
 * the reference for the kernels of `SparseLdlt`, and serves single solves.
 */
import type { Csc } from "./csc";
import { analyse, type Symbolic } from "./symbolic";

/** The numbers of the factor; `Symbolic` has their places. */
export interface Factor {
  /** L by columns, in the order of columnIndices. */
  columnValues: Float64Array;
  /** D, n. */
  diagonal: Float64Array;
  /** 1/D, n. */
  inverse: Float64Array;
}

/** A pivot is zero if less than this share of its diagonal entry remains, which is the size of rounding. */
export const PIVOT_FLOOR = 1e-14;

/** The matrix is not positive definite to working precision. */
export class NotPositiveError extends Error {
  /** Row and column of the given matrix at which the factorisation stopped. */
  readonly column: number;
  readonly pivot: number;

  constructor(column: number, pivot: number) {
    super(`The matrix is not positive definite: the pivot of column ${column} is ${pivot}`);
    this.name = "NotPositiveError";
    this.column = column;
    this.pivot = pivot;
  }
}

/**
 * @param values the values of the analysed matrix, in its order of entries.
 * @throws NotPositiveError
 */
export function factorise(symbolic: Symbolic, values: ArrayLike<number>): Factor {
  const { n, upperOffsets, upperIndices, upperEntry, rowOffsets, rowIndices } = symbolic;
  const { columnOffsets, columnIndices } = symbolic;
  const columnValues = new Float64Array(rowIndices.length);
  const diagonal = new Float64Array(n);
  const inverse = new Float64Array(n);
  const next = columnOffsets.slice(0, n);
  const y = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const last = upperOffsets[k + 1] - 1;
    for (let t = upperOffsets[k]; t < last; t++) y[upperIndices[t]] = values[upperEntry[t]];
    const given = values[upperEntry[last]];
    let pivot = given;
    for (let t = rowOffsets[k]; t < rowOffsets[k + 1]; t++) {
      const j = rowIndices[t];
      const yj = y[j];
      y[j] = 0;
      const end = next[j]++;
      for (let s = columnOffsets[j]; s < end; s++) y[columnIndices[s]] -= columnValues[s] * yj;
      const l = yj * inverse[j];
      pivot -= l * yj;
      columnValues[end] = l;
    }
    if (!(pivot > PIVOT_FLOOR * given && pivot < Infinity))
      throw new NotPositiveError(symbolic.order[k], pivot);
    diagonal[k] = pivot;
    inverse[k] = 1 / pivot;
  }
  return { columnValues, diagonal, inverse };
}

/** X ← A⁻¹X in place; x[i·columns + c] is row i of right-hand side c. */
export function solveFactored(symbolic: Symbolic, factor: Factor, x: Float64Array, columns: number): void {
  const { n, order, columnOffsets, columnIndices } = symbolic;
  const { columnValues, inverse } = factor;
  const y = new Float64Array(n);
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < n; k++) y[k] = x[order[k] * columns + c];
    for (let k = 0; k < n; k++) {
      for (let t = columnOffsets[k]; t < columnOffsets[k + 1]; t++)
        y[columnIndices[t]] -= columnValues[t] * y[k];
    }
    for (let k = n - 1; k >= 0; k--) {
      let sum = y[k] * inverse[k];
      for (let t = columnOffsets[k + 1]; t-- > columnOffsets[k]; )
        sum -= columnValues[t] * y[columnIndices[t]];
      y[k] = sum;
      x[order[k] * columns + c] = sum;
    }
  }
}

/**
 * A⁻¹B for a matrix that is used once. For repeated solves use `SparseLdlt`.
 * @param matrix symmetric positive definite; only the upper triangle is read.
 * @param b rows·columns numbers, b[i·columns + c]; they stay unchanged.
 * @throws NotPositiveError
 */
export function solveOnce(matrix: Csc, b: ArrayLike<number>, columns = 1): Float64Array {
  const symbolic = analyse(matrix);
  const x = Float64Array.from(b);
  solveFactored(symbolic, factorise(symbolic, matrix.values), x, columns);
  return x;
}
