import {
  plannedInput,
  plannedRig,
  planTransfer,
  type TransferTarget,
} from "../geometry/transfer/plan-transfer";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { TRANSFER_DEFAULTS, type TransferReport, type TransferSettings } from "../model/weights/transfer";
import { transferWeights } from "../weights/transfer/transfer-weights";
import { withDefaults } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

/**
 * Transfers the weights of a rig to another mesh. A target with a rig keeps its bones; a mesh takes the source's bones.
 * @param pairs for names of the source's bones, names of the target's bones; null leaves a bone out.
 * @throws SinewError if they do not fit together.
 */
export async function transfer(
  target: TransferTarget,
  source: { sequence: MeshSequence; rig: Rig },
  { pairs = {}, ...settings }: Partial<TransferSettings> & { pairs?: Record<string, string | null> } = {},
  options: RunOptions = {},
): Promise<{ sequence: MeshSequence; rig: Rig; report: TransferReport }> {
  const plan = planTransfer(target, source, new Map(Object.entries(pairs)));
  return withThreads(options, async (task, makeParallel) => {
    const input = plannedInput(plan, source, withDefaults(TRANSFER_DEFAULTS, settings));
    const { weights, report } = await transferWeights(input, makeParallel, task);
    return { sequence: plan.sequence, rig: plannedRig(plan, weights), report };
  });
}
