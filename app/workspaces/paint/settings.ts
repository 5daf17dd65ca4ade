import type { SettingName } from "../../actions/setting-actions";

/** The brush settings in the palette. */
export const PAINT_SETTINGS: readonly SettingName[] = [
  { label: "Radius", words: "brush size" },
  { label: "Strength", words: "brush opacity" },
  { label: "Value", words: "brush weight" },
  { label: "Spacing", words: "brush" },
  { label: "Falloff", words: "brush curve profile" },
];
