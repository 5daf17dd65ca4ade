import type { SettingName } from "../../actions/setting-actions";

/** The settings of reductions, as the palette finds them. */
export const REDUCE_SETTING_NAMES: readonly SettingName[] = [
  { label: "Budget", words: "influences bytes blends error" },
  { label: "At most", words: "budget limit" },
  { label: "Keep normals" },
  { label: "Exceptional", words: "vertices" },
];
