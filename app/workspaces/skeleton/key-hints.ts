import { useDocument, useStore, useView } from "../../document/use-stores";
import type { PosingState } from "../../document/view-state";
import { BONE_DRAG, dropWords } from "../../panels/bones/tree/bone-drag";
import type { KeyHintList } from "../../panels/fields/KeyHints";

/** Keys for drawing a skeleton, for each part under the pointer. */
export const SKELETON_HINTS: Record<string, KeyHintList> = {
  drawing: [
    ["click", "places a joint"],
    ["Ctrl", "without snapping"],
    ["skeleton.both-sides", "both sides"],
    ["Esc", "ends the chain"],
  ],
  "over joint": [
    ["click", "continues from here"],
    ["drag", "moves the joint"],
    ["Ctrl", "without snapping"],
    ["Alt", "this end only"],
  ],
  "over segment": [
    ["click", "selects"],
    ["drag", "moves the bone"],
    ["skeleton.split", "splits"],
    ["skeleton.delete", "removes"],
  ],
};

const DRAGGING: KeyHintList = [
  ["Shift", "without its branch"],
  ["Alt", "keep the joint"],
  ["Esc", "cancels"],
];

/** The keys over a joint of the rig, by the tool. */
const JOINT_HINTS: Partial<Record<PosingState["tool"], KeyHintList>> = {
  move: [
    ["drag", "moves the joint"],
    ["Esc", "cancels"],
  ],
  extrude: [
    ["drag", "extrudes a bone"],
    ["Esc", "cancels"],
  ],
};

/** The keys while a bone is dragged in the outliner, or over a joint in the viewport. */
export function useBoneTreeHints(): KeyHintList | null {
  const isOverJoint = useView((view) => view.hand === "over rig joint");
  const tool = useView((view) => view.posing.tool);
  const drag = useStore(BONE_DRAG, (state) => state.drag);
  const bones = useDocument((state) => state.rig?.bones);
  const words = drag && bones && dropWords(bones, drag);
  if (!drag) return isOverJoint ? (JOINT_HINTS[tool] ?? null) : null;
  return words?.allowed ? [["drop", `puts ${bones?.[drag.bone].name} ${words.text}`], ...DRAGGING] : DRAGGING;
}
