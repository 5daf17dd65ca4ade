import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";

/** Methods that alternate between bones and weights can start from any rig; the others build theirs from scratch. */
const goesOnFromRigs = ({ method }: SolveSettings) => method === "auto" || method === "ssdr";

/** Settings that decide which rig a solve ends with, not only how it gets there. */
const DECIDING = ["errorTarget", "knee", "seed", "initialiser", "holdOut", "method"] as const;

/** Whether a solve with changed settings may continue from the rig that it has found so far. */
export const mayGoOn = (before: SolveSettings, settings: SolveSettings): boolean =>
  DECIDING.every((name) => settings[name] === before[name]) &&
  (settings.boneKind === "affine" || before.boneKind === "rigid") &&
  goesOnFromRigs(settings);
