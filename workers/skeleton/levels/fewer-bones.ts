import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { BoneLevels, type FewerBones } from "./bone-levels";

/**
 * A rig with fewer bones, as in `BoneLevels`.
 * @param count 1 or more
 */
export async function fewerBones(
  sequence: MeshSequence,
  rig: Rig,
  count: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<FewerBones> {
  const levels = new BoneLevels(sequence, rig, makeParallel);
  try {
    return await levels.at(count, task);
  } finally {
    levels.dispose();
  }
}
