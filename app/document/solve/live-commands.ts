import type { SolveResult } from "../../../workers/client";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import { keepColours } from "../bone-colours";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, patch } from "../patch";
import type { Stores } from "../stores";
import { locksOfBones } from "./bone-commands";
import { setSettings } from "./solve-commands";

/** Locks by the names of bones. New bones are unlocked. */
function locksByName(locks: SolveLocks | null, before: Rig | null, rig: Rig): SolveLocks | null {
  if (!locks || !before) return null;
  const names = new Set(before.bones.filter((_, j) => locks.bones[j]).map(({ name }) => name));
  return { ...locks, bones: Uint8Array.from(rig.bones, ({ name }) => Number(names.has(name))) };
}

type Found = Pick<SolveResult, "rig" | "report">;

/**
 * Takes a rig with most bones of the document's. Whatever belongs to bones that the rig still has is kept.
 * @param start the document before the change. All rigs that a change shows are one step, from there to its end.
 */
function takeRig(
  stores: Stores,
  start: DocumentState,
  label: string,
  { rig, report }: Found,
  settings: SolveSettings,
): Command {
  const asOfStart = asOf(stores, start);
  return patch(asOfStart, label, "sliders", {
    rig,
    report,
    skeletonReport: null,
    locks: locksByName(start.locks, start.rig, rig),
    settings,
    weightEdits: start.weightEdits,
    ...locksOfBones(asOfStart, rig.bones),
    ...fittingDeform(asOfStart, rig.bones),
  });
}

/** The stores with the document as it was. */
const asOf = (stores: Stores, start: DocumentState): Stores => ({
  ...stores,
  document: { ...stores.document, getState: () => start },
});

/**
 * Takes a rig of the solution path. The number of bones in the settings follows.
 * @param start the document when the artist took hold of the slider.
 * @param goal the goal that the count comes from, if it is not the count itself.
 */
export function takeFromPath(
  stores: Stores,
  start: DocumentState,
  found: Found,
  goal: Partial<Pick<SolveSettings, "errorTarget" | "knee">> = {},
): Command {
  const count = found.rig.bones.length;
  const had = start.rig?.bones.length ?? 0;
  const label = count === had ? `Refine ${plural(count, "bone")}` : `Bones ${had} → ${count}`;
  const settings = { ...start.settings, bones: count, errorTarget: null, knee: false, ...goal };
  return takeRig(stores, start, label, found, settings);
}

/**
 * Changes settings, and takes the rig that was fitted to them.
 * @param start the document before the change of the settings.
 */
export function takeFitted(
  stores: Stores,
  start: DocumentState,
  change: Partial<SolveSettings>,
  { rig, report }: Found,
): Command {
  const { label } = setSettings(asOf(stores, start), change);
  const coloured = start.rig ? keepColours(rig, start.rig.bones) : rig;
  return takeRig(stores, start, label, { rig: coloured, report }, { ...start.settings, ...change });
}
