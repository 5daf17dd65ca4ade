/**
 * Every figure of a report for a sequence that is larger than memory, in one pass over its frames. The figures are
 * those of `measure`: only sums over frames are formed in another order.
 */
import { chunkBytes, chunkSize, forEachChunk } from "../kernels/frame-chunks";
import { kernels } from "../kernels/kernels.generated";
import type { Parallel } from "../kernels/parallel";
import { rigArrays, rigArraysBytes, rigAtChunk } from "../kernels/rig-arrays";
import { scratchNumbers } from "../kernels/scratch";
import { VERTEX_BLOCK } from "../kernels/staged-frames";
import type { StreamedSequence } from "../model/mesh/streamed-sequence";
import type { Measures } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { addBlocks, type Distances, measuredAngles, measuresOf, noDistances, normalsJob } from "./measure";

/** Measures a rig against a streamed sequence. Frees its arena memory (`measureStreamedBytes`). */
export async function measureStreamed(
  parallel: Parallel,
  sequence: StreamedSequence,
  rig: Rig,
  task: Task,
): Promise<Measures> {
  const { vertexCount, frameCount, frames } = sequence;
  const { arena, threads } = parallel;
  const mark = arena.mark();
  const arrays = rigArrays(arena, rig, frameCount);
  const normals = normalsJob(parallel, sequence);
  const blocks = Math.ceil(vertexCount / VERTEX_BLOCK);
  const vertexSums = arena.f64(vertexCount);
  const blockSums = arena.f64(blocks * chunkSize(sequence));
  const blockDistances = arena.f64(blocks * chunkSize(sequence));
  const blockExtra = arena.f64(2 * blocks);
  const before = arena.f64(3 * vertexCount);
  const scratch = arena.f64(threads * scratchNumbers(kernels.rigErrorsScratch, { block: VERTEX_BLOCK }));
  const distances: Distances = { ...noDistances(frameCount), perVertex: new Float64Array(vertexCount) };
  await forEachChunk(parallel, frames, "Report", task, async (staged, first, count) => {
    const atChunk = rigAtChunk(arrays, rig.bones.length, staged, first, count);
    await parallel.run(task, kernels.rigErrors, vertexCount, VERTEX_BLOCK, {
      ...{
        rig: atChunk,
        block: VERTEX_BLOCK,
        firstBlock: 0,
        vertexSums,
        blockSums,
        blockDistances,
        blockExtra,
      },
      scratch,
      before,
      continues: first > 0 ? 1 : 0,
    });
    for (let i = 0; i < vertexCount; i++) distances.perVertex[i] += vertexSums[i];
    addBlocks(distances, { first, count, blockSums, blockDistances, blockExtra });
    const [sums, counts] = [normals.sums.subarray(first), normals.counts.subarray(first)];
    await parallel.run(task, kernels.normalAngles, count, 1, {
      ...{ ...normals, sums, counts },
      rig: atChunk,
      firstFrame: 0,
    });
  });
  const angles = measuredAngles(normals);
  arena.release(mark);
  return measuresOf(sequence, rig, distances, angles);
}

/** The most arena bytes for `measureStreamed`. */
export function measureStreamedBytes(
  sequence: Pick<StreamedSequence, "vertexCount" | "frameCount" | "triangles">,
  bones: number,
  influences: number,
  threads: number,
): number {
  const { vertexCount: V, frameCount: F, triangles } = sequence;
  const blocks = Math.ceil(V / VERTEX_BLOCK);
  const perThread =
    scratchNumbers(kernels.rigErrorsScratch, { block: VERTEX_BLOCK }) +
    scratchNumbers(kernels.normalAnglesScratch, { vertices: V });
  const sums = 8 * (4 * V + 2 * blocks * (chunkSize(sequence) + 1) + 2 * F + threads * perThread);
  return rigArraysBytes(V, F, bones, influences) + 4 * triangles.length + sums + chunkBytes(sequence) + 1024;
}
