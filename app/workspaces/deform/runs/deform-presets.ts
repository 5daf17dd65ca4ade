import { DEFORM_DEFAULTS, type DeformSettings } from "../../../../workers/model/deform";

type PresetFields = Pick<DeformSettings, "scheme" | "iterations" | "lambda" | "kappa" | "alpha">;

const smooth = (iterations: number, rotation: number, translation: number, alpha: number): PresetFields => ({
  scheme: "implicit",
  iterations,
  lambda: rotation / iterations,
  kappa: translation / iterations,
  alpha,
});

const { scheme, iterations, lambda, kappa, alpha } = DEFORM_DEFAULTS;

/**
 * Presets to start from. The elbow's values are the paper's: pλ = 500 with pκ = 10, α of 0.5 to 0.9 (Le & Lewis 2019,
 * section 4). The soft body smooths translations nearly as much as rotations.
 */
export const PRESETS = [
  {
    id: "default",
    label: "Default",
    note: "close to the rig",
    fields: { scheme, iterations, lambda, kappa, alpha },
  },
  {
    id: "elbow",
    label: "Elbow over the knuckle",
    note: "skin slides on bone",
    fields: smooth(20, 500, 10, 0.7),
  },
  { id: "soft", label: "Soft body", note: "very smooth", fields: smooth(20, 400, 200, 0.5) },
  {
    id: "delta-mush",
    label: "Exact Delta Mush",
    note: "no slide, α = 0",
    fields: { scheme, iterations, lambda, kappa, alpha: 0 },
  },
] as const satisfies readonly { id: string; label: string; note: string; fields: PresetFields }[];

export type PresetId = (typeof PRESETS)[number]["id"];

/** The preset that the settings match, or null if they were changed. */
export function presetOf(settings: DeformSettings): PresetId | null {
  const found = PRESETS.find(({ fields }) =>
    (Object.keys(fields) as (keyof PresetFields)[]).every((key) => settings[key] === fields[key]),
  );
  return found?.id ?? null;
}
