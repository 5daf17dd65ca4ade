// What the flags of deform and bake say about deformers.
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformerKind, type DeformSettings } from "../model/deform";
import { type Flags, number, refuse } from "./arguments";

function oneOf<T extends string>(flags: Flags, name: keyof Flags, known: readonly T[]): T | null {
  const text = flags[name];
  if (typeof text !== "string") return null;
  const found = known.find((kind) => kind === text.toLowerCase());
  return found ?? refuse(`--${name} ${text} is not known`, `It takes one of: ${known.join(", ")}.`);
}

export function deformerOf(flags: Flags): DeformerKind {
  return oneOf(flags, "deformer", DEFORMER_KINDS) ?? "ddm-v0";
}

export function referenceOf(flags: Flags): DeformerKind | null {
  return oneOf(flags, "reference", DEFORMER_KINDS);
}

/** @throws SinewError naming the flag that cannot be used, its value and what it takes. */
export function deformSettingsOf(flags: Flags): DeformSettings {
  const lambda = number(flags, "lambda", 0, 100, false) ?? DEFORM_DEFAULTS.lambda;
  const kappa = number(flags, "kappa", 0, 100, false) ?? Math.min(DEFORM_DEFAULTS.kappa, lambda);
  if (kappa > lambda) {
    refuse(
      `--kappa ${kappa} cannot be used with --lambda ${lambda}`,
      "Translations are smoothed less than rotations: κ goes from 0 to λ.",
    );
  }
  const scheme = oneOf(flags, "scheme", ["implicit", "explicit"]) ?? DEFORM_DEFAULTS.scheme;
  return {
    ...DEFORM_DEFAULTS,
    lambda,
    kappa,
    scheme,
    alpha: number(flags, "alpha", 0, 0.99, false) ?? DEFORM_DEFAULTS.alpha,
    iterations: number(flags, "iterations", 0, 200) ?? DEFORM_DEFAULTS.iterations,
    bind: oneOf(flags, "bind", ["rig", "rigid", "nearest"]) ?? DEFORM_DEFAULTS.bind,
    laplacian: oneOf(flags, "laplacian", ["cotangent", "uniform"]) ?? DEFORM_DEFAULTS.laplacian,
    joinReach: number(flags, "join", 0, 0.1, false) ?? DEFORM_DEFAULTS.joinReach,
    limbRadius: flags["limb-radius"] ?? DEFORM_DEFAULTS.limbRadius,
  };
}

/** The settings as reports have them: nothing is painted from the command line. */
export function writtenSettings({ painted: _, slideOfBone: __, ...settings }: DeformSettings) {
  return settings;
}
