import type { DeformerKind, DeformSettings, StrengthName } from "../../../workers/model/deform";
import { formatPlain } from "../../common/format";

/** Each deformer's full name, short name and description in one line. */
export const DEFORMERS: Record<DeformerKind, { name: string; short: string; about: string }> = {
  lbs: { short: "LBS", name: "Linear blend", about: "What every engine plays" },
  "two-layer": { short: "2L", name: "Two layers", about: "Blends virtual bones first, then two per vertex" },
  dqs: { short: "DQS", name: "Dual quaternions", about: "No candy wrapper, but bulges" },
  cor: { short: "CoR", name: "Centres of rotation", about: "Rotates each vertex about its own centre" },
  dm: { short: "DM", name: "Delta Mush", about: "Smooths every pose: the reference" },
  "ddm-v0": { short: "DDM v0", name: "Direct Delta Mush v0", about: "The full model" },
  "ddm-v1": { short: "DDM v1", name: "Direct Delta Mush v1", about: "Without a decomposition; may flip" },
  "ddm-v2": { short: "DDM v2", name: "Direct Delta Mush v2", about: "Blends quaternions: half the data" },
  "ddm-v3": { short: "DDM v3", name: "Direct Delta Mush v3", about: "Blends rotations, keeps depths" },
  "ddm-v4": { short: "DDM v4", name: "Direct Delta Mush v4", about: "Keeps two numbers per entry" },
  "ddm-v5": { short: "DDM v5", name: "Direct Delta Mush v5", about: "Baked weights, linear blend" },
  "ddm-v5-dqs": { short: "v5 DQS", name: "v5, dual quaternions", about: "Baked weights, dual quaternions" },
};

/** Splits off the variant of a name: "Direct Delta Mush" and "v0". */
export function nameParts(kind: DeformerKind): [name: string, variant: string | undefined] {
  const [, name, variant] = /^(.*?)(?: (v\d))?$/.exec(DEFORMERS[kind].name) ?? [];
  return [name ?? DEFORMERS[kind].name, variant];
}

/** The labels of the settings. */
export const DEFORM_NAMES: Record<keyof DeformSettings, string> = {
  bind: "Bind",
  scheme: "Scheme",
  laplacian: "Laplacian",
  iterations: "Iterations",
  lambda: "Rotation smoothness",
  kappa: "Translation smoothness",
  alpha: "Slide",
  limbRadius: "Limb radius",
  slideOfBone: "Slide by joint",
  painted: "Painted strengths",
  joinReach: "Join parts",
};

export const BIND_NAMES: Record<DeformSettings["bind"], string> = {
  rigid: "Rigid, from weights",
  rig: "The rig’s weights",
  nearest: "Nearest bones",
};

export const STRENGTH_NAMES: Record<StrengthName, string> = {
  lambda: "Rotation",
  kappa: "Translation",
  alpha: "Slide",
};

/** The text of a setting's value in the history. */
export function deformText(key: keyof DeformSettings, settings: DeformSettings): string {
  const value = settings[key];
  if (key === "bind") return BIND_NAMES[settings.bind].toLowerCase();
  if (key === "joinReach")
    return settings.joinReach === 0 ? "off" : `${formatPlain(100 * settings.joinReach)}\u00a0%`;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return formatPlain(value);
  return typeof value === "string" ? value : "";
}
