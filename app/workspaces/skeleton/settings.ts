import type { SettingName } from "../../actions/setting-actions";

/** The settings of skeletons in the palette. */
export const SKELETON_SETTINGS: readonly SettingName[] = [
  { label: "Bones", words: "number count extract" },
  { label: "Influences", words: "extract fit" },
  { label: "Still joints", words: "extract merge split" },
  { label: "Joint pull", words: "extract strength" },
  { label: "Helpers", words: "fit" },
  { label: "Change", words: "fit weights motion" },
  { label: "Near bones only", words: "fit" },
  { label: "Bones that follow", words: "chain ik" },
];
