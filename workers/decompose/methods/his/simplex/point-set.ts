import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";

/** Points in the arena: `points` has `count` rows of `stride`; the transpose has n rows of `count`, a multiple of 4. */
export interface PointSet {
  count: number;
  corners: number;
  stride: number;
  points: Float64Array;
  transposed: Float64Array;
}

/** out = X D, `corners` rows of `count`, for the points D. */
export function timesPoints(parallel: Parallel, set: PointSet, x: Float64Array, out: Float64Array): void {
  const { transposed, corners, count, stride } = set;
  parallel.callBlock(kernels.product, 0, corners, {
    a: x,
    aRow: stride,
    aDepth: 1,
    b: transposed,
    ldB: count,
    depth: corners,
    n: count,
    out,
    ldOut: count,
  });
}

/** out (`corners` rows of `stride`) = R Dᵀ, where R has `corners` rows of `count`. */
export function timesTransposed(
  parallel: Parallel,
  set: PointSet,
  rows: Float64Array,
  out: Float64Array,
): void {
  const { points, corners, count, stride } = set;
  parallel.callBlock(kernels.product, 0, corners, {
    a: rows,
    aRow: count,
    aDepth: 1,
    b: points,
    ldB: stride,
    depth: count,
    n: stride,
    out,
    ldOut: stride,
  });
}
