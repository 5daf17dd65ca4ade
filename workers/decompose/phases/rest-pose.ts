import { chunkBytes, forEachChunk } from "../../kernels/frame-chunks";
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { type RigArrays, rigArrays, rigAtChunk, rigAtStage } from "../../kernels/rig-arrays";
import { scratchNumbers } from "../../kernels/scratch";
import { forEachStage, type SequenceSize, VERTEX_BLOCK } from "../../kernels/staged-frames";
import { type AnySequence, isStreamed, type StreamedSequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";

/** A vertex keeps its rest position if the motion determines it less well than this (smallest pivot over largest). */
const LEAST_PIVOT = 1e-3;

/**
 * Finds the rest pose that fits the rig's weights and motion best: each vertex gets its least-squares position (Kavan
 * et al. 2010; Le & Deng 2014, algorithm 3, last step). No vertex gets worse. A vertex keeps its position if the motion
 * does not determine it.
 * @param frameScales F: the square root of the weight of each frame, or null if all are equal.
 * @returns rest positions, 3V, in a new array.
 */
export async function correctRestPose(
  parallel: Parallel,
  sequence: AnySequence,
  rig: Rig,
  task: Task,
  frameScales: Float64Array | null = null,
): Promise<Float32Array> {
  const { arena, threads } = parallel;
  const mark = arena.mark();
  const arrays = rigArrays(arena, rig, sequence.frameCount);
  const scratch = arena.f64(threads * scratchNumbers(kernels.restStepsScratch, {}));
  const counts = frameScales ? arena.f64(frameScales.length) : null;
  counts?.set(frameScales!);
  if (isStreamed(sequence)) {
    await inChunks(parallel, sequence, arrays, { bones: rig.bones.length, scratch, counts }, task);
  } else {
    await forEachStage(parallel, sequence, task, async (staged, first, count) => {
      await parallel.run(task, kernels.restSteps, count, VERTEX_BLOCK, {
        rig: rigAtStage(arrays, staged, first, count),
        least: LEAST_PIVOT,
        scratch,
        counts,
      });
    });
  }
  const corrected = arrays.rest.slice();
  arena.release(mark);
  return corrected;
}

/** The same steps, for frames that come one after the other: the systems are summed first, then solved. */
async function inChunks(
  parallel: Parallel,
  sequence: StreamedSequence,
  arrays: RigArrays,
  { bones, scratch, counts }: { bones: number; scratch: Float64Array; counts: Float64Array | null },
  task: Task,
): Promise<void> {
  const { vertexCount, frames } = sequence;
  const sums = parallel.arena.f64(vertexCount * scratchNumbers(kernels.restNumbers, {})).fill(0);
  await forEachChunk(parallel, frames, "Rest pose", task, async (staged, first, count) => {
    await parallel.run(task, kernels.restSums, vertexCount, VERTEX_BLOCK, {
      rig: rigAtChunk(arrays, bones, staged, first, count),
      scratch,
      counts: counts?.subarray(first) ?? null,
      sums,
    });
  });
  await parallel.run(task, kernels.restFromSums, vertexCount, VERTEX_BLOCK, {
    rest: arrays.rest,
    least: LEAST_PIVOT,
    sums,
  });
}

/** Arena bytes for the correction of a streamed sequence, besides those of the rig. */
export const streamedRestBytes = (size: SequenceSize, threads: number): number =>
  8 * size.vertexCount * scratchNumbers(kernels.restNumbers, {}) +
  8 * threads * scratchNumbers(kernels.restStepsScratch, {}) +
  8 * size.frameCount +
  chunkBytes(size) +
  256;
