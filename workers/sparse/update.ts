/**
 * Finds the columns in the factor of A that change when w·wᵀ is added or removed: the columns on the path from the
 * first row of w up the elimination tree (Davis & Hager 1999, "Modifying a sparse Cholesky factorization"). The kernels
 * compute the numbers (assembly/sparse/update.ts), several vectors in one pass.
 */
import { NotPositiveError, PIVOT_FLOOR } from "./ldlt";
import type { Symbolic } from "./symbolic";

/** A vector that is zero except in some rows of A. A couples all these rows with one another. */
export interface SparseVector {
  rows: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Vectors that the kernels process side by side. */
export const UPDATE_RANK = 8;

/** Bytes of scratch memory for the kernels, besides eight numbers per row. */
export function updateScratch({ n, columnOffsets }: Symbolic): number {
  let longest = 0;
  for (let k = 0; k < n; k++) longest = Math.max(longest, columnOffsets[k + 1] - columnOffsets[k]);
  return UPDATE_RANK * (longest + 2) + 32 + UPDATE_RANK ** 2;
}

/**
 * The first row of a vector in the factor's order; n if the vector is empty. @throws RangeError if w·wᵀ does not fit L.
 */
export function firstRow(
  { n, place, columnOffsets, columnIndices }: Symbolic,
  { rows }: SparseVector,
): number {
  let first = n;
  for (let e = 0; e < rows.length; e++) first = Math.min(first, place[rows[e]]);
  if (first === n) return n;
  const below = columnIndices.subarray(columnOffsets[first], columnOffsets[first + 1]);
  for (let e = 0; e < rows.length; e++) {
    if (place[rows[e]] !== first && !holds(below, place[rows[e]])) {
      throw new RangeError(
        `Rows ${rows[0]} .. ${rows[e]} are not coupled in the factor: analyse the new pattern`,
      );
    }
  }
  return first;
}

/** Whether a value is among ascending numbers. */
function holds(sorted: Uint32Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low] === value;
}

/** Writes the columns on the paths from the given rows to the root, ascending, to `out`. Returns their number. */
export function pathOf({ parent }: Symbolic, firsts: readonly number[], out: Uint32Array): number {
  const seen = new Set<number>();
  for (const first of firsts) {
    for (let k = first; k >= 0 && !seen.has(k); k = parent[k]) seen.add(k);
  }
  let size = 0;
  for (const k of seen) out[size++] = k;
  out.subarray(0, size).sort();
  return size;
}

/**
 * Checks that I − gram is positive definite, with gram = Wᵀ·A⁻¹·W. If it is, so is A − W·Wᵀ.
 * @param gram the lower triangle, 8 per row; overwritten.
 * @throws NotPositiveError with the row `named` of A.
 */
export function assertDowndate(gram: Float64Array, width: number, named: number): void {
  const at = (r: number, c: number) => UPDATE_RANK * r + c;
  for (let r = 0; r < width; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = (r === c ? 1 : 0) - gram[at(r, c)];
      for (let k = 0; k < c; k++) sum -= gram[at(r, k)] * gram[at(c, k)];
      if (c < r) gram[at(r, c)] = sum / gram[at(c, c)];
      else if (sum > PIVOT_FLOOR) gram[at(r, r)] = Math.sqrt(sum);
      else throw new NotPositiveError(named, sum);
    }
  }
}
