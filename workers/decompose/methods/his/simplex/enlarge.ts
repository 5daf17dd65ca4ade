import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import type { Task } from "../../../../model/task";
import type { Cloud } from "./cloud";

/** The least weight of each corner over all points, and the point that has it. */
export interface Lows {
  values: Float64Array;
  points: Int32Array;
}

/** Barycentric coordinates of all points, `count` rows of `stride` in the arena: out = D Xᵀ. X is n by n. */
export async function weightsOfPoints(
  parallel: Parallel,
  { points, count, corners: n, stride }: Cloud,
  x: Float64Array,
  out: Float64Array,
  task: Task,
): Promise<void> {
  const mark = parallel.arena.mark();
  const turned = parallel.arena.f64(n * stride).fill(0);
  for (let j = 0; j < n; j++) for (let c = 0; c < n; c++) turned[c * stride + j] = x[j * n + c];
  await parallel.run(task, kernels.product, count, 64, {
    a: points,
    aRow: stride,
    aDepth: 1,
    b: turned,
    ldB: stride,
    depth: n,
    n: stride,
    out,
    ldOut: stride,
  });
  parallel.arena.release(mark);
}

export function lowsOf({ count, corners: n, stride }: Cloud, weights: Float64Array): Lows {
  const values = new Float64Array(n).fill(Infinity);
  const points = new Int32Array(n);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < n; j++) {
      const w = weights[i * stride + j];
      if (w < values[j]) {
        values[j] = w;
        points[j] = i;
      }
    }
  }
  return { values, points };
}

/**
 * Enlarges a simplex to enclose all points. Faces keep their directions, and each face with points beyond it moves out:
 * its row of X loses the least value over the points, so the outermost point gets 0. The rows then sum to 1 − Σ least
 * over the corners, and everything is divided by that.
 */
export function enlarge(x: Float64Array, n: number, lows: Float64Array): Float64Array {
  const out = x.slice();
  let sum = 1;
  for (let j = 0; j < n; j++) {
    const low = Math.min(0, lows[j]);
    out[j * n + n - 1] -= low;
    sum -= low;
  }
  return out.map((value) => value / sum);
}
