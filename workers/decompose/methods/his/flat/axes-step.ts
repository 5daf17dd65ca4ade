import type { Task } from "../../../../model/task";
import { principalAxes } from "../../../initialisers/principal-axes";
import type { Problem } from "../../../problem/problem";
import type { MethodContext } from "../../method";
import type { Flat } from "./flat";
import { MOST_NUMBERS } from "./guesses";

type AxesContext = Pick<MethodContext, "parallel" | "problem" | "random" | "starts">;

/**
 * One step of iterative PCA (Liu, Tan, Deng & Gingold 2020, appendix C, equations 18 and 19). Each vertex has the
 * motion nearest to the flat among those that move it exactly, and the principal axes of these motions are the next
 * flat. The sum of squared distances between the flat and the motions falls, not the error of positions. The weights
 * must be those of the flat.
 * @returns how far the old handles are from the new flat, as a Frobenius norm.
 */
export async function axesStep(
  { parallel, problem, random, starts }: AxesContext,
  flat: Flat,
  task: Task,
): Promise<number> {
  const { arena } = parallel;
  const { vertexCount, rank } = problem;
  const size = 4 * rank;
  const count = Math.min(vertexCount, Math.max(4 * flat.handleCount, Math.floor(MOST_NUMBERS / size)));
  if (count < vertexCount)
    starts.notes.add(`The flat's axes are those of ${count} of ${vertexCount} vertices.`);
  const mark = arena.mark();
  const rows = arena.f64(count * size);
  for (let n = 0; n < count; n++) {
    if (n % 256 === 0) await task.checkpoint();
    nearestMotion(
      problem,
      flat,
      Math.floor((n * vertexCount) / count),
      rows.subarray(n * size, (n + 1) * size),
    );
  }
  const { mean, axes } = await principalAxes(parallel, rows, count, flat.handleCount - 1, random, task);
  arena.release(mark);
  const moved = distanceFrom(flat, mean, axes);
  flat.place({ mean, axes }, random);
  return moved;
}

/**
 * The motion that moves a vertex exactly and is nearest to the flat: its point q on the flat, plus Vᵀ(y − V q) / |v|²,
 * because the rows of V are orthogonal and as long as v. Writes 4·rank numbers.
 */
export function nearestMotion(
  { rest, trajectories, stride, rank }: Problem,
  { handles, handleCount: h, weights, weightStride }: Flat,
  i: number,
  out: Float64Array,
): void {
  const v = rest.subarray(4 * i, 4 * i + 4);
  const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
  for (let r = 0; r < rank; r++) {
    let off = trajectories[i * stride + r];
    for (let c = 0; c < 4; c++) {
      let x = 0;
      for (let j = 0; j < h; j++) x += weights[i * weightStride + j] * handles[4 * h * r + 4 * j + c];
      out[4 * r + c] = x;
      off -= x * v[c];
    }
    for (let c = 0; c < 4; c++) out[4 * r + c] += (off * v[c]) / square;
  }
}

/** The distance of all handles from the flat through `mean` along orthonormal axes. */
function distanceFrom(
  { handles, handleCount: h }: Flat,
  mean: Float64Array,
  axes: readonly Float64Array[],
): number {
  let sum = 0;
  for (let j = 0; j < h; j++) {
    const off = mean.map((x, n) => handles[(n >> 2) * 4 * h + 4 * j + (n & 3)] - x);
    sum += off.reduce((square, x) => square + x * x, 0);
    for (const axis of axes) sum -= axis.reduce((along, x, n) => along + x * off[n], 0) ** 2;
  }
  return Math.sqrt(Math.max(0, sum));
}
