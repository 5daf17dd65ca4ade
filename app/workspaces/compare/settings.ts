import type { SettingName } from "../../actions/setting-actions";

/** The settings of comparisons in the palette. */
export const COMPARE_SETTINGS: readonly SettingName[] = [
  { label: "Bone counts", words: "numbers" },
  { label: "Influences" },
  { label: "Motion", words: "rigid affine" },
  { label: "Restarts" },
  { label: "Seed", words: "random" },
];
