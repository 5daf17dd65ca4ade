import type { SettingName } from "../../actions/setting-actions";

/** The settings of reductions in the palette. */
export const REDUCE_SETTING_NAMES: readonly SettingName[] = [
  { label: "Budget", words: "influences bytes blends error" },
  { label: "At most", words: "budget limit" },
  { label: "Keep normals", words: "smoothness automatic" },
  { label: "Weight of normals", words: "smoothness" },
  { label: "Exceptional", words: "vertices" },
];
