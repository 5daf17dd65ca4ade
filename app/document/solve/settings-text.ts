import { INITIALISERS, type Initialiser, methodLabel } from "../../../workers/model/solve/methods";
import type { SolveSettings } from "../../../workers/model/solve/solve-settings";
import { formatPlain, formatScientific } from "../../common/format";

/** The labels of the settings. */
export const SETTING_NAMES: Record<keyof SolveSettings, string> = {
  method: "Method",
  initialiser: "Start from",
  parameters: "Parameters",
  bones: "Bones",
  knee: "Bones at the knee",
  errorTarget: "Error target",
  influences: "Influences",
  boneKind: "Motion",
  smoothness: "Smoothness",
  iterations: "Iterations",
  restarts: "Seeded restarts",
  seconds: "Time limit",
  tolerance: "Tolerance",
  patience: "Patience",
  connected: "Connected patches",
  patchCost: "Patch cost limit",
  local: "Local weights",
  reach: "Reach of bones",
  leastPatch: "Smallest patch",
  localCost: "Locality cost limit",
  mirrored: "Mirrored",
  holdOut: "Hold out",
  correction: "Correction rank",
  correctionFit: "Correction fit",
  correctRestPose: "Correct rest pose",
  seed: "Seed",
};

/** The meaning of null, for settings where it does not mean that the method decides. */
const NULL_TEXTS: Partial<Record<keyof SolveSettings, string>> = {
  errorTarget: "none",
  patchCost: "any error",
  localCost: "any error",
};

/** Fractions that are shown in percent. */
const PERCENTS: readonly (keyof SolveSettings)[] = [
  "errorTarget",
  "tolerance",
  "patchCost",
  "leastPatch",
  "localCost",
];

/** The text of a setting's value in the history. */
export function settingText(key: keyof SolveSettings, settings: SolveSettings): string {
  const value = settings[key];
  if (value === null) return NULL_TEXTS[key] ?? "auto";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (key === "parameters" || typeof value === "object") return "changed";
  if (key === "method") return methodLabel(settings.method);
  if (key === "initialiser") return INITIALISERS[value as Initialiser].label;
  if (typeof value === "string") return value[0].toUpperCase() + value.slice(1);
  if (key === "influences" && value === 0) return "all";
  if ((key === "correction" || key === "holdOut") && value === 0) return "off";
  if (PERCENTS.includes(key)) return `${formatPlain(100 * value)}\u00a0%`;
  if (key === "seconds") return `${formatPlain(value)}\u00a0s`;
  if (key === "smoothness" && value === 0) return "off";
  if (key === "smoothness") {
    const { value: figure, unit } = formatScientific(value);
    return unit ? `${figure}\u00a0${unit}` : figure;
  }
  return formatPlain(value);
}
