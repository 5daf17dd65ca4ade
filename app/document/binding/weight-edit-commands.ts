import type { WeightReport } from "../../../workers/model/reports/weight-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../../workers/model/weights/weight-settings";
import type { IconName } from "../../common/icon-names";
import { fittingDeform, patch } from "../commands";
import type { DocumentState } from "../document";
import type { Command } from "../history";
import type { Stores } from "../stores";
import { settledEdits } from "./weight-edit-strokes";
import { WEIGHT_METHOD_NAMES, WEIGHT_SETTING_NAMES, weightSettingText } from "./weight-settings-text";

/** A rig as it stands, with its report; null where its weights have not been measured yet. */
export interface Found {
  rig: Rig;
  weightReport: WeightReport | null;
}

/** What a step whose weights may still settle sets: the optimisation that it began goes on. */
export type Settling = Command<Partial<DocumentState>>;

/** What of the document weights follow. */
export type WeightChange = Partial<Pick<DocumentState, "weightEdits" | "skeleton">>;

/** What the artist wants of weights, and the rig as it is at that moment, as one step. */
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

/** The outcome of an optimisation. */
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
  // Errors that were measured are those of the weights before.
  const others = same ? (weightsAreNew(before, found) ? { report: null } : {}) : fittingFound(stores, found);
  // Also where there is no rig yet: an undo takes away the one that it settles to.
  return patch(stores, label, icon, { ...next, ...(found ?? { rig: before, weightReport }), ...others });
}

/** The same step with the weights that it led to: they are what a redo brings back. */
export const settledTo = (step: Settling, found: Found, label = step.label): Settling => ({
  ...step,
  label,
  after: { ...step.after, ...found, liveRig: null },
});

/** Another rig has no locks, errors, corrections or poses of the one before. */
const fittingFound = (stores: Stores, found: Found | null) =>
  found ? { ...fittingDeform(stores, found.rig.bones), locks: null, report: null } : {};

const weightsAreNew = (before: Rig, found: Found) => before.weights !== found.rig.weights;

const sameBones = (a: Rig, b: Rig) =>
  a.bones.length === b.bones.length && a.bones.every(({ name }, j) => name === b.bones[j].name);

/** One or more settings, as one step. */
export function setWeighting(stores: Stores, change: Partial<WeightSettings>): Command {
  const { weighting } = stores.document.getState();
  const next = { ...weighting, ...change };
  const keys = Object.keys(change) as (keyof WeightSettings)[];
  const [first] = keys;
  const label =
    keys.length === 1
      ? `${WEIGHT_SETTING_NAMES[first]} ${weightSettingText(first, weighting)} → ${weightSettingText(first, next)}`
      : "Set how weights are found";
  return patch(stores, label, "sliders", { weighting: next });
}

/** All settings but the method as they are by default. */
export const resetWeighting = (stores: Stores): Command =>
  patch(stores, "Reset how weights are found", "restart", {
    weighting: { ...WEIGHT_DEFAULTS, method: stores.document.getState().weighting.method },
  });
