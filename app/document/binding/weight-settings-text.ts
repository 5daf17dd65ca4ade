import type { WeightMethod, WeightSettings } from "../../../workers/model/weights/weight-settings";
import { formatCount, formatPlain, formatScientific } from "../../common/format";

/** What a report calls the weights that the optimisation started from: "heat" weights. */
export const nameOfFirst = (startedFrom: string | undefined): string => startedFrom ?? "heat";

export const WEIGHT_METHOD_NAMES: Record<WeightMethod, string> = {
  arap: "ARAP",
  heat: "heat",
  biharmonic: "bounded biharmonic",
  voxel: "geodesic voxels",
  nearest: "nearest bone",
};

/** The labels of the inspector. */
export const WEIGHT_SETTING_NAMES: Record<keyof WeightSettings, string> = {
  method: "Method",
  startFrom: "Start from",
  exemplars: "Sample poses",
  seed: "Seed",
  iterations: "Iterations",
  tolerance: "Tolerance",
  proximal: "Keep bones strong",
  filter: "Filter",
  clusters: "Rotation clusters",
  clusterings: "Clusterings",
  solver: "Solver",
  negative: "Negative weights",
  attach: "Attachments",
  neumann: "Barriers",
  attachFrom: "Attach from",
  bordersUpTo: "Hold borders up to",
  asRigidAsDesired: "As rigid as desired",
  harmonic: "Harmonic term",
  leastBones: "Minimum bones",
  keptSum: "Minimum sum",
  keptPart: "Minimum bone share",
  voxelResolution: "Voxels along the mesh",
  voxelFalloff: "Hardness",
  voxelBones: "Most bones per vertex",
  biharmonicTolerance: "Tolerance",
  biharmonicSteps: "Most steps",
  influences: "Influences",
  spineBones: "Bones per spine",
};

/** The text of a setting's value in the history. */
export function weightSettingText(key: keyof WeightSettings, settings: WeightSettings): string {
  const value = settings[key];
  if (typeof value === "boolean") return value ? "on" : "off";
  if (key === "startFrom") return WEIGHT_METHOD_NAMES[settings.startFrom];
  if (key === "method") return WEIGHT_METHOD_NAMES[settings.method];
  if (typeof value === "string") return value;
  if (key === "influences" && value === 0) return "all";
  if (
    (key === "proximal" || key === "harmonic" || key === "tolerance" || key === "biharmonicTolerance") &&
    value > 0
  ) {
    const { value: figure, unit } = formatScientific(value);
    return unit ? `${figure} ${unit}` : figure;
  }
  return Number.isInteger(value) ? formatCount(value) : formatPlain(value);
}
