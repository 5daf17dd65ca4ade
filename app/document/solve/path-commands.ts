import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, patch } from "../patch";
import type { Stores } from "../stores";
import { locksOfBones } from "./bone-commands";

/** Locks by the names of bones. New bones are unlocked. */
function locksByName(locks: SolveLocks | null, before: Rig | null, rig: Rig): SolveLocks | null {
  if (!locks || !before) return null;
  const names = new Set(before.bones.filter((_, j) => locks.bones[j]).map(({ name }) => name));
  return { ...locks, bones: Uint8Array.from(rig.bones, ({ name }) => Number(names.has(name))) };
}

/**
 * Takes a rig of the solution path. The number of bones in the settings follows. Whatever belongs to bones that the
 * rig still has is kept.
 * @param start the document when the artist took hold of the slider. A drag is one step, from there to its end.
 * @param goal the goal that the count comes from, if it is not the count itself.
 */
export function takeFromPath(
  stores: Stores,
  start: DocumentState,
  { rig, report }: { rig: Rig; report: SolveReport },
  goal: Partial<Pick<SolveSettings, "errorTarget" | "knee">> = {},
): Command {
  const asOfStart: Stores = { ...stores, document: { ...stores.document, getState: () => start } };
  const count = rig.bones.length;
  const had = start.rig?.bones.length ?? 0;
  const label = count === had ? `Refine ${plural(count, "bone")}` : `Bones ${had} → ${count}`;
  return patch(asOfStart, label, "sliders", {
    rig,
    report,
    skeletonReport: null,
    locks: locksByName(start.locks, start.rig, rig),
    settings: { ...start.settings, bones: count, errorTarget: null, knee: false, ...goal },
    weightEdits: start.weightEdits,
    ...locksOfBones(asOfStart, rig.bones),
    ...fittingDeform(asOfStart, rig.bones),
  });
}
