import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { frameAt } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import type { VertexSets } from "../start-context";

/** Sums of clusters in the arena; see `setMoments`. */
export interface Moments {
  numbers: Float64Array;
  /** Numbers of a cluster. */
  size: number;
  frames: number;
  count: number;
}

/** Sums of the vertices of each set. A vertex in several sets is divided among them. */
export async function momentsOf(
  parallel: Parallel,
  problem: Problem,
  { offsets, members }: VertexSets,
  frames: number,
  task: Task,
): Promise<Moments> {
  const { arena } = parallel;
  const count = offsets.length - 1;
  const size = 8 + 12 * frames;
  const numbers = arena.f64(count * size);
  const mark = arena.mark();
  const shares = arena.f64(problem.vertexCount).fill(0);
  for (const i of members) shares[i]++;
  for (let i = 0; i < shares.length; i++) if (shares[i] > 0) shares[i] = 1 / shares[i];
  const [ends, list] = [arena.i32(offsets.length), arena.i32(members.length)];
  ends.set(offsets);
  list.set(members);
  const posed = await posedVertices(parallel, problem, frames, task);
  await parallel.run(task, kernels.setMoments, count, 64, {
    offsets: ends,
    members: list,
    shares,
    rest: problem.rest,
    posed,
    frames,
    moments: numbers,
  });
  arena.release(mark);
  return { numbers, size, frames, count };
}

/** Normalised positions in some frames, evenly chosen: posed[(i·frames + k)·3 + axis]. */
async function posedVertices(
  parallel: Parallel,
  problem: Problem,
  count: number,
  task: Task,
): Promise<Float32Array> {
  const { vertexCount, frameCount, centre, scale } = problem;
  const posed = parallel.arena.f32(3 * vertexCount * count);
  for (let k = 0; k < count; k++) {
    const frame = await frameAt(problem, Math.floor((k * frameCount) / count));
    for (let i = 0; i < vertexCount; i++) {
      for (let c = 0; c < 3; c++) {
        posed[(i * count + k) * 3 + c] = (frame[3 * i + c] - centre[c]) * scale;
      }
    }
    await task.checkpoint();
  }
  return posed;
}

/** Middle of each cluster's rest positions, in homogeneous coordinates. */
export function middles({ numbers, size }: Moments, clusters: ArrayLike<number>): Float64Array {
  const out = new Float64Array(4 * clusters.length).fill(1);
  for (let n = 0; n < clusters.length; n++) {
    const at = clusters[n] * size;
    for (let c = 0; c < 3; c++) out[4 * n + c] = numbers[at + 1 + c] / numbers[at];
  }
  return out;
}
