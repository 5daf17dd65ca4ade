import type { SettingName } from "../../actions/setting-actions";
import { WEIGHT_SETTING_NAMES } from "../../document/binding/weight-settings-text";

const { method, solver, negative, attach, neumann, asRigidAsDesired, ...numbers } = WEIGHT_SETTING_NAMES;

/** The settings of binding in the palette. */
export const BIND_SETTINGS: readonly SettingName[] = [
  { label: "Weight method", words: `${method} bind arap heat biharmonic voxel nearest` },
  // Two methods have a tolerance. The palette goes to the one on screen.
  ...[...new Set(Object.values(numbers))].map((label) => ({ label, words: "weights bind" })),
  { label: solver, words: "weights bind" },
  { label: negative, words: "weights bind" },
];
