import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { WeightBuilder } from "../model/rig/weight-builder";
import { fewerInfluences } from "../reduce/fewer-influences";
import { checkContent } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

/**
 * A rig with a limit of influences for each vertex, whose weights are fitted to the sequence again where some are
 * left out.
 * @param influences 1 or more
 */
export async function reduce(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  influences: number,
  options: RunOptions = {},
): Promise<Rig> {
  checkContent({ sequence, rig });
  if (!(Number.isInteger(influences) && influences >= 1)) {
    throw new RangeError(`influences is ${influences}. It must be a whole number from 1.`);
  }
  const frames = Uint32Array.from({ length: sequence.frameCount }, (_, k) => k);
  const size = 12 * rig.bones.length;
  const motion = Array.from(frames, (k) => Float64Array.from(rig.motion.subarray(k * size, (k + 1) * size)));
  return withThreads(options, async (task) => {
    const { slots, joints, weights } = await fewerInfluences(
      { sequence, rig, frames, motion },
      influences,
      false,
      task,
    );
    return { ...rig, weights: sparseOf(slots, joints, weights) };
  });
}

/** Rows of slots with the largest weight first, as sparse rows sorted by bone. */
function sparseOf(slots: number, joints: Uint16Array, weights: Float32Array): Rig["weights"] {
  const count = weights.length / slots;
  const rows = new WeightBuilder();
  for (let i = 0; i < count; i++) {
    const row = Array.from({ length: slots }, (_, n) => slots * i + n).filter((n) => weights[n] > 0);
    rows.addRow(row.map((n) => [joints[n], weights[n]]));
  }
  return rows.weights();
}
