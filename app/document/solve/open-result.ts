import type { SolveResult } from "../../../workers/client";
import type { SolveSettings } from "../../../workers/model/solve/solve-settings";
import type { Command } from "../history/history";
import { fittingDeform, overNewBones, patch } from "../patch";
import type { Stores } from "../stores";

/** Replaces the document's rig by that of another solve, together with its settings. */
export function openResult(
  stores: Stores,
  label: string,
  { rig, report }: SolveResult,
  settings: SolveSettings,
): Command {
  return patch(
    stores,
    label,
    "eye",
    {
      ...{ rig, report, settings, locks: null },
      ...overNewBones(stores, rig, report),
      ...fittingDeform(stores, rig.bones),
    },
    { partial: null },
  );
}
