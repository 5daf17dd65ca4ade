import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { BoneMerger } from "./merge-bones";
import { partOfRig } from "./part-of-rig";

/**
 * A rig with fewer bones. The bones that matter least are removed one after the other, and the weights of their
 * vertices are fitted again over all remaining bones. Unlike in a level of detail, a bone without a parent may also go,
 * unless bones hang on it. The remaining bones keep their names, joints and motion.
 * @param count 1 or more
 * @returns the rig, and the remaining bones by their numbers in the given rig, ascending.
 */
export async function fewerBones(
  sequence: MeshSequence,
  rig: Rig,
  count: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ rig: Rig; kept: Int32Array }> {
  if (count >= rig.bones.length) return { rig, kept: Int32Array.from(rig.bones.keys()) };
  const merger = await BoneMerger.open(makeParallel, sequence, rig, task, { rootsGo: true });
  try {
    await merger.fitWeights(task);
    while (merger.left.size > count) {
      const done = (rig.bones.length - merger.left.size) / (rig.bones.length - count);
      task.progress({ phase: "Merging bones", done, detail: howMany(merger.left.size, "bone") });
      await merger.mergeOne(task);
    }
    await merger.fitWeights(task);
    const kept = Int32Array.from(merger.left).sort();
    return { rig: partOfRig(rig, merger.left, merger.weights()), kept };
  } finally {
    merger.dispose();
  }
}
