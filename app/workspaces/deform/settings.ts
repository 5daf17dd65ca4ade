import type { SettingName } from "../../actions/setting-actions";
import { DEFORM_NAMES } from "../../document/deform/deform-text";

const { bind, scheme, laplacian, iterations, lambda, kappa, alpha, joinReach } = DEFORM_NAMES;

/** The settings of deformers in the palette. */
export const DEFORM_SETTINGS: readonly SettingName[] = [
  { label: "Preset" },
  { label: lambda, words: "lambda λ smooth" },
  { label: kappa, words: "kappa κ smooth" },
  { label: alpha, words: "alpha α" },
  ...[iterations, scheme, laplacian, bind, joinReach].map((label) => ({ label })),
];
