import type { SettingName } from "../../actions/setting-actions";

/** The settings of the brush, as the palette finds them. */
export const PAINT_SETTINGS: readonly SettingName[] = [
  { label: "Radius", words: "brush size" },
  { label: "Strength", words: "brush opacity" },
  { label: "Value", words: "brush weight" },
  { label: "Spacing", words: "brush" },
  { label: "Falloff", words: "brush curve profile" },
];
