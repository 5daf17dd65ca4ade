import type { KeyHintList } from "../../panels/fields/KeyHints";

/** Keys for drawing a skeleton, by what is under the pointer. */
export const SKELETON_HINTS: Record<string, KeyHintList> = {
  drawing: [
    ["click", "places a joint"],
    ["Ctrl", "without snapping"],
    ["X", "both sides"],
    ["Esc", "ends the chain"],
  ],
  "over joint": [
    ["click", "draws on from here"],
    ["drag", "moves the joint"],
    ["Ctrl", "without snapping"],
    ["Alt", "this end only"],
  ],
  "over segment": [
    ["click", "selects"],
    ["drag", "moves the bone"],
    ["S", "splits"],
    ["Delete", "removes"],
  ],
};
