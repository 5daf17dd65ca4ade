import type { WeightReport } from "../../../workers/model/reports/weight-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../../workers/model/weights/weight-settings";
import type { IconName } from "../../common/icon-names";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { fittingDeform, patch } from "../patch";
import type { Stores } from "../stores";
import { followLayers } from "../weights/layers/follow-layers";
import { settledEdits } from "./weight-edit-strokes";
import { WEIGHT_METHOD_NAMES, WEIGHT_SETTING_NAMES, weightSettingText } from "./weight-settings-text";

/** A rig and its report; the report is null until the weights are measured. */
export interface Found {
  rig: Rig;
  weightReport: WeightReport | null;
}

/** A step whose weights may still settle, because the optimisation that it started is running. */
export type Settling = Command<Partial<DocumentState>>;

/** The fields of the document that weights depend on. */
export type WeightChange = Partial<Pick<DocumentState, "weightEdits" | "skeleton">>;

/** One step that changes the edits for weights, together with the current rig. */
export function editWeights(
  stores: Stores,
  label: string,
  icon: IconName,
  { weightEdits, ...others }: WeightChange,
  found: Found | null,
): Settling {
  const edits = weightEdits && { weightEdits: settledEdits(weightEdits) };
  return settling(stores, label, icon, { ...edits, ...others }, found);
}

/** The result of an optimisation. */
export function weightsFound(stores: Stores, label: string, found: Found): Settling {
  return settling(stores, label, "link", {}, found);
}

/** "Weights by ARAP, 17 iterations". */
export function foundLabel({ method }: WeightSettings, iterations: number): string {
  const by = `Weights by ${WEIGHT_METHOD_NAMES[method]}`;
  if (method !== "arap") return by;
  return `${by}, ${iterations} ${iterations === 1 ? "iteration" : "iterations"}`;
}

function settling(
  stores: Stores,
  label: string,
  icon: IconName,
  next: WeightChange,
  found: Found | null,
): Settling {
  const { rig: before, weightReport } = stores.document.getState();
  const same = before && found && sameBones(before, found.rig);
  // Errors were measured with the previous weights.
  const others = same ? (weightsAreNew(before, found) ? { report: null } : {}) : fittingFound(stores, found);
  // Set `rig` even if it is null: an undo then removes the rig that the step settles to.
  return patch(stores, label, icon, { ...next, ...(found ?? { rig: before, weightReport }), ...others });
}

/** The step with the weights that the optimisation ended with, so that a redo restores them. */
export const settledTo = (stores: Stores, step: Settling, found: Found, label = step.label): Settling => ({
  ...step,
  label,
  after: { ...step.after, ...found, ...followLayers(stores, found), liveRig: null },
});

/** Locks, errors, corrections and poses belong to the old rig, so a new rig clears them. */
const fittingFound = (stores: Stores, found: Found | null) =>
  found ? { ...fittingDeform(stores, found.rig.bones), locks: null, report: null } : {};

const weightsAreNew = (before: Rig, found: Found) => before.weights !== found.rig.weights;

const sameBones = (a: Rig, b: Rig) =>
  a.bones.length === b.bones.length && a.bones.every(({ name }, j) => name === b.bones[j].name);

/** Changes one or more settings as one step. */
export function setWeighting(stores: Stores, change: Partial<WeightSettings>): Command {
  const { weighting } = stores.document.getState();
  const next = { ...weighting, ...change };
  const keys = Object.keys(change) as (keyof WeightSettings)[];
  const [first] = keys;
  const label =
    keys.length === 1
      ? `${WEIGHT_SETTING_NAMES[first]} ${weightSettingText(first, weighting)} → ${weightSettingText(first, next)}`
      : "Change weight settings";
  return patch(stores, label, "sliders", { weighting: next });
}

/** Resets all settings but the method. */
export const resetWeighting = (stores: Stores): Command =>
  patch(stores, "Reset weight settings", "restart", {
    weighting: { ...WEIGHT_DEFAULTS, method: stores.document.getState().weighting.method },
  });
