// The deformer settings in the flags of deform and bake.
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformerKind, type DeformSettings } from "../../model/deform";
import { refuseCommand } from "../status";
import { type Flags, number, oneOf } from "./arguments";

export function deformerOf(flags: Flags): DeformerKind {
  return oneOf(flags, "deformer", DEFORMER_KINDS) ?? "ddm-v0";
}

export function referenceOf(flags: Flags): DeformerKind | null {
  return oneOf(flags, "reference", DEFORMER_KINDS);
}

/**
 * @param kept settings of a project, including painted strengths, which apply if a flag is missing.
 * @throws SinewError with the invalid flag, its value and the allowed values.
 */
export function deformSettingsOf(flags: Flags, kept: DeformSettings = DEFORM_DEFAULTS): DeformSettings {
  const lambda = number(flags, "lambda", 0, 100, false) ?? kept.lambda;
  const kappa = number(flags, "kappa", 0, 100, false) ?? Math.min(kept.kappa, lambda);
  if (kappa > lambda) {
    refuseCommand(
      `--kappa ${kappa} cannot be used with --lambda ${lambda}`,
      "Translations are smoothed less than rotations: κ must be from 0 to λ.",
    );
  }
  return {
    ...kept,
    lambda,
    kappa,
    scheme: oneOf(flags, "scheme", ["implicit", "explicit"]) ?? kept.scheme,
    alpha: number(flags, "alpha", 0, 0.99, false) ?? kept.alpha,
    iterations: number(flags, "iterations", 0, 200) ?? kept.iterations,
    bind: oneOf(flags, "bind", ["rig", "rigid", "nearest"]) ?? kept.bind,
    laplacian: oneOf(flags, "laplacian", ["cotangent", "uniform"]) ?? kept.laplacian,
    joinReach: number(flags, "join", 0, 0.1, false) ?? kept.joinReach,
    limbRadius: flags["limb-radius"] ?? kept.limbRadius,
  };
}

/**
 * Checks the flags before a rig is opened. The rig's own settings replace missing flags.
 * @throws CommandError with a flag that is invalid for any rig.
 */
export function checkDeformFlags(flags: Flags): void {
  deformSettingsOf(flags, { ...DEFORM_DEFAULTS, lambda: 100 });
  const lambda = number(flags, "lambda", 0, 100, false) ?? 0;
  if (flags.scheme?.toLowerCase() !== "explicit" || lambda <= 1) return;
  refuseCommand(
    `--lambda ${lambda} is too large for explicit smoothing`,
    "Explicit steps allow at most 1: lower it, or use --scheme implicit.",
  );
}

/** The settings for reports. Arrays per vertex or bone appear by name only. */
export function writtenSettings({ painted, slideOfBone, ...settings }: DeformSettings) {
  const names = Object.entries(painted).filter(([, values]) => values !== null);
  return { ...settings, painted: names.map(([name]) => name), slideOfBone: slideOfBone !== null };
}
