import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { methodLabel } from "../../../workers/model/solve/methods";
import type { SolveLocks, SolveSettings } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import type { Command } from "../history/history";
import { fittingDeform, overNewBones, patch } from "../patch";
import type { Stores } from "../stores";
import { SETTING_NAMES, settingText } from "./settings-text";

/** Changes one or more settings as one step. */
export function setSettings(stores: Stores, change: Partial<SolveSettings>): Command {
  const { settings } = stores.document.getState();
  const keys = Object.keys(change) as (keyof SolveSettings)[];
  const first = keys[0];
  const label =
    keys.length === 1 || first === "method"
      ? `${SETTING_NAMES[first]} ${settingText(first, settings)} → ${settingText(first, { ...settings, ...change })}`
      : `Set ${keys.map((key) => SETTING_NAMES[key].toLowerCase()).join(" and ")}`;
  return patch(stores, label, "sliders", { settings: { ...settings, ...change } });
}

/** How a solve ended. */
export interface SolveOutcome {
  keptEarly: boolean;
  continued: boolean;
  /** The locks of the result. If left out, those of the rig that the solve continued from. */
  locks?: SolveLocks | null;
  /** The number of bones that the artist requested while it ran. */
  bones?: number | null;
}

/**
 * The result of a solve. A continued rig keeps its locks, because new bones come after its own. A new solve has other
 * bones, and no locks.
 */
export function solveResult(
  stores: Stores,
  rig: Rig,
  report: SolveReport,
  { keptEarly, continued, locks: given, bones = null }: SolveOutcome,
): Command {
  const { locks, rig: before, settings } = stores.document.getState();
  const isSame = continued && before?.bones.every((bone, j) => bone.name === rig.bones[j]?.name);
  const method = methodLabel(report.method);
  const label = `${keptEarly ? "Keep" : continued ? "Refine" : "Solve"} ${plural(rig.bones.length, "bone")}, ${method}`;
  const followed = locks && isSame ? { ...locks, bones: padded(locks.bones, rig.bones.length) } : null;
  const kept = given === undefined ? followed : given;
  const asked = bones === null ? {} : { settings: { ...settings, bones } };
  const stays = continued ? {} : overNewBones(stores, rig, report);
  const result = {
    rig,
    report,
    skeletonReport: null,
    locks: kept,
    ...asked,
    ...stays,
    ...fittingDeform(stores, rig.bones),
  };
  return patch(stores, label, "bolt", result, { partial: null, partialLocks: null });
}

function padded(flags: Uint8Array, length: number): Uint8Array {
  const all = new Uint8Array(length);
  all.set(flags);
  return all;
}
