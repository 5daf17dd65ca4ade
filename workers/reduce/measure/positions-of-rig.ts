import { kernels } from "../../kernels/kernels.generated";
import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { rigArrays, rigArraysBytes, rigAtStage } from "../../kernels/rig-arrays";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/**
 * The positions of a rig in all frames of its motion, F·3V, without its correction. Sums are in f64, as in
 * `blendPositions`.
 * @throws CancelledError if the task is cancelled.
 */
export async function positionsOfRig(
  rig: Rig,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Float32Array> {
  const [V, B] = [rig.rest.length / 3, rig.bones.length];
  const F = rig.motion.length / (12 * B);
  const scratchSize = scratchNumbers(kernels.rigPositionsScratch, {});
  const bytes =
    rigArraysBytes(V, F, B, maxInfluences(rig.weights)) +
    12 * V * F +
    8 * threadsToReserve(makeParallel) * scratchSize +
    64;
  const parallel = await makeParallel(bytes);
  try {
    const { arena, threads } = parallel;
    const arrays = rigArrays(arena, rig, F);
    const staged = arena.f32(3 * V * F);
    const scratch = arena.f64(threads * scratchSize);
    const args = { rig: rigAtStage(arrays, staged, 0, V), scratch };
    await parallel.run(task, kernels.rigPositions, V, VERTEX_BLOCK, args);
    return staged.slice();
  } finally {
    parallel.dispose();
  }
}
