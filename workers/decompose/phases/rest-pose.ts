import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { rigArrays, rigAtStage } from "../../kernels/rig-arrays";
import { scratchNumbers } from "../../kernels/scratch";
import { forEachStage, VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
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
  sequence: MeshSequence,
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
  await forEachStage(parallel, sequence, task, async (staged, first, count) => {
    await parallel.run(task, kernels.restSteps, count, VERTEX_BLOCK, {
      rig: rigAtStage(arrays, staged, first, count),
      least: LEAST_PIVOT,
      scratch,
      counts,
    });
  });
  const corrected = arrays.rest.slice();
  arena.release(mark);
  return corrected;
}
