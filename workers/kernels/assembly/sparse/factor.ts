import { loadF64, loadU32, storeF64, storeU32 } from "../memory";

/**
 * Computes rows [begin, end) of the factor P·A·Pᵀ = L·D·Lᵀ, row by row (up-looking). workers/sparse/symbolic.ts
 * describes the pattern and names its parts. Earlier rows must be finished. `next` (one index for each column) points
 * behind the last entry of each column, and y (n numbers) is zero. Both are kept between calls.
 * @param upperValues the upper triangle of P·A·Pᵀ, in the order of upperIndices.
 * @param floor the least share of its diagonal entry that a pivot must keep.
 * @returns the first row whose pivot is not positive, with the pivot in `diagonal`; or -1.
 */
export function sparseFactor(
  begin: i32,
  end: i32,
  upperOffsets: usize,
  upperIndices: usize,
  upperValues: usize,
  rowOffsets: usize,
  rowIndices: usize,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  diagonal: usize,
  inverse: usize,
  next: usize,
  y: usize,
  floor: f64,
): i32 {
  for (let k = begin; k < end; k++) {
    const at = (<usize>k) << 2;
    const last = load<u32>(upperOffsets + at, 4) - 1;
    for (let t = load<u32>(upperOffsets + at); t < last; t++) {
      const i = <usize>loadU32(upperIndices, t);
      storeF64(y, i, loadF64(upperValues, t));
    }
    const given = loadF64(upperValues, last);
    let pivot = given;
    const stop = load<u32>(rowOffsets + at, 4);
    for (let t = load<u32>(rowOffsets + at); t < stop; t++) {
      const j = <usize>loadU32(rowIndices, t);
      const yj = loadF64(y, j);
      storeF64(y, j, 0);
      const size = loadU32(next, j);
      storeU32(next, j, size + 1);
      let from = columnIndices + ((<usize>loadU32(columnOffsets, j)) << 2);
      let value = columnValues + ((<usize>loadU32(columnOffsets, j)) << 3);
      const until = columnIndices + ((<usize>size) << 2);
      for (; from < until; from += 4) {
        const to = y + ((<usize>load<u32>(from)) << 3);
        store<f64>(to, load<f64>(to) - load<f64>(value) * yj);
        value += 8;
      }
      const l = yj * loadF64(inverse, j);
      pivot -= l * yj;
      store<f64>(value, l);
    }
    storeF64(diagonal, k, pivot);
    if (!(pivot > floor * given && pivot < Infinity)) return k;
    storeF64(inverse, k, 1.0 / pivot);
  }
  return -1;
}
