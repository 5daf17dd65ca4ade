/** Which settings for weights have an effect. */
import type { WeightMethod, WeightSettings } from "./weight-settings";

/** What the settings are for. */
export interface WeightUse {
  methods: readonly (WeightMethod | "given")[];
  settings: WeightSettings;
  /** Whether joints move, too. */
  moveJoints: boolean;
}

type SettingName = keyof WeightSettings;

const OPTIMISATION: readonly SettingName[] = [
  ...(["startFrom", "iterations", "tolerance", "proximal", "filter", "solver", "negative"] as const),
  ...(["attach", "neumann", "attachFrom", "bordersUpTo", "asRigidAsDesired", "harmonic"] as const),
];
const POSES: readonly SettingName[] = ["exemplars", "clusters", "clusterings"];

/** Settings that only have an effect when another one is on: each with that other one. */
const NEEDED: Partial<Record<SettingName, SettingName>> = { attachFrom: "attach", bordersUpTo: "neumann" };

/**
 * What is missing for a setting to have an effect: "arap", or "attach=true". Null if nothing is. The optimisation also
 * uses the settings of voxel and biharmonic weights, which it may start from and compares with.
 */
export function missingFor(name: SettingName, { methods, settings, moveJoints }: WeightUse): string | null {
  const optimises = methods.includes("arap");
  if (OPTIMISATION.includes(name) && !optimises) return "--method arap";
  if (POSES.includes(name) && !optimises && !moveJoints) return "--method arap";
  if (name.startsWith("voxel") && !optimises && !methods.includes("voxel")) return "--method voxel";
  if (name.startsWith("biharmonic") && !optimises && !methods.includes("biharmonic")) return "--method bbw";
  const needed = NEEDED[name];
  return needed && !settings[needed] ? `--set ${needed}=true` : null;
}
