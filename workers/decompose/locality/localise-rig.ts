import type { MakeParallel } from "../../kernels/parallel";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { decompose } from "../decompose";
import type { DecomposeInput, DecomposeTask } from "../input/decompose-input";

/**
 * Makes the weights of a rig local without a new solve: bones only adapt for a few iterations. Locked bones, locked
 * vertices and regions of the intent do not change.
 * @param input `from` is the rig; `settings` has the locality.
 * @throws SinewError for invalid settings; CancelledError if the task is cancelled.
 */
export async function localiseRig(
  input: DecomposeInput & { from: Rig },
  makeParallel: MakeParallel,
  task: DecomposeTask,
): Promise<{ rig: Rig; report: SolveReport }> {
  const { influences: asked } = input.settings;
  const settings: DecomposeInput["settings"] = {
    ...input.settings,
    method: "auto",
    bones: input.from.bones.length,
    boneKind: input.from.boneKind,
    influences: asked === 0 ? 0 : Math.max(asked, maxInfluences(input.from.weights)),
    errorTarget: null,
    knee: false,
    iterations: 0,
    seconds: null,
    connected: false,
    mirrored: false,
    correction: 0,
    local: true,
  };
  return decompose({ ...input, settings, onlyLocal: true }, makeParallel, task);
}
