import type { Keymap, KeymapName } from "../keymap";
import { BLENDER_KEYMAP } from "./blender";
import { HOUDINI_KEYMAP } from "./houdini";
import { MAYA_KEYMAP } from "./maya";
import { SINEW_KEYMAP } from "./sinew";

export const KEYMAPS: Readonly<Record<KeymapName, Keymap>> = {
  sinew: SINEW_KEYMAP,
  blender: BLENDER_KEYMAP,
  maya: MAYA_KEYMAP,
  houdini: HOUDINI_KEYMAP,
};
