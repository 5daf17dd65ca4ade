import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";

/** After a vector is projected out of a span, this share of its square is rounding. */
const ROUNDING = 1e-12;

export interface RepresentativeOptions {
  /** Distance, as a share of the diagonal and RMS over frames, within which a vertex is a combination of others. */
  tolerance: number;
  /** Rounds continue until there are this many. */
  least: number;
}

/** Arena bytes for `representatives`. */
export function representativeBytes(vertices: number, rank: number): number {
  const width = rank + 6;
  return 8 * (vertices + width * (width + 1)) + 64;
}

/**
 * Finds vertices whose combinations give all others, ascending. The vector of a vertex is its trajectory with its
 * homogeneous rest position. Gram-Schmidt with pivots takes the vertex that is farthest from the span of the earlier
 * ones, until all are within the tolerance. One such basis has no more vertices than the motion has dimensions, so
 * bones would fit them exactly. The search therefore repeats on the remaining vertices, each time with a new basis,
 * until there are enough to determine bones.
 */
export async function representatives(
  parallel: Parallel,
  problem: Problem,
  { tolerance, least }: RepresentativeOptions,
  task: Task,
): Promise<Int32Array> {
  const { arena } = parallel;
  const { vertexCount, stride, frameCount } = problem;
  const mark = arena.mark();
  const width = stride + 4;
  const room = { remains: arena.f64(vertexCount), directions: arena.f64(width * width) };
  const taken = new Uint8Array(vertexCount);
  // The diagonal has the length 2.
  const enough = frameCount * (2 * tolerance) ** 2;
  for (let count = 0; count < least; ) {
    const found = await takeBasis(parallel, problem, room, taken, enough, task);
    if (found === 0) break;
    count += found;
  }
  arena.release(mark);
  return Int32Array.from(taken.keys()).filter((i) => taken[i] === 1);
}

/** Runs one round over the remaining vertices. Returns how many it took. */
async function takeBasis(
  parallel: Parallel,
  { vertexCount, stride, trajectories, rest, norms }: Problem,
  { remains, directions }: { remains: Float64Array; directions: Float64Array },
  taken: Uint8Array,
  enough: number,
  task: Task,
): Promise<number> {
  const width = stride + 4;
  let largest = 0;
  for (let i = 0; i < vertexCount; i++) {
    remains[i] = taken[i] ? 0 : norms[i];
    for (let c = 0; c < 4 && !taken[i]; c++) remains[i] += rest[4 * i + c] ** 2;
    largest = Math.max(largest, remains[i]);
  }
  const floor = Math.max(enough, ROUNDING * largest);
  for (let n = 0; n < width; n++) {
    let pivot = 0;
    for (let i = 1; i < vertexCount; i++) if (remains[i] > remains[pivot]) pivot = i;
    if (!(remains[pivot] > floor)) return n;
    const q = directions.subarray(n * width, (n + 1) * width);
    q.set(trajectories.subarray(pivot * stride, (pivot + 1) * stride));
    q.set(rest.subarray(4 * pivot, 4 * pivot + 4), stride);
    makeOrthonormal(q, directions.subarray(0, n * width), width);
    taken[pivot] = 1;
    await parallel.run(task, kernels.removeDirection, vertexCount, VERTEX_BLOCK, {
      trajectories,
      stride,
      rest,
      q,
      remains,
    });
    remains[pivot] = 0;
  }
  return width;
}

/** Removes from q its components along orthonormal rows, twice because of rounding, and scales it to length 1. */
function makeOrthonormal(q: Float64Array, rows: Float64Array, width: number): void {
  for (let pass = 0; pass < 2; pass++) {
    for (let at = 0; at < rows.length; at += width) {
      let along = 0;
      for (let c = 0; c < width; c++) along += rows[at + c] * q[c];
      for (let c = 0; c < width; c++) q[c] -= along * rows[at + c];
    }
  }
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  for (let c = 0; c < width; c++) q[c] /= length;
}
