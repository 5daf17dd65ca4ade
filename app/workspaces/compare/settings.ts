import type { SettingName } from "../../actions/setting-actions";

/** The settings of comparisons in the palette. */
export const COMPARE_SETTINGS: readonly SettingName[] = [
  { label: "Bone counts", words: "numbers" },
  { label: "Influences" },
  { label: "Motion", words: "rigid affine" },
  { label: "Start from", words: "initialiser" },
  { label: "Restarts" },
  { label: "Hold out", words: "held-out frames validation" },
  { label: "Seed", words: "random" },
];
