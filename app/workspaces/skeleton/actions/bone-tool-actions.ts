import { restDiagonal } from "../../../../workers/model/mesh/mesh-sequence";
import type { Action } from "../../../actions/action";
import { noBone, noRig, noTreeEdit } from "../../../actions/guards/guards";
import { TREE_EDITING } from "../../../actions/guards/tree-editing";
import { selectedBones } from "../../../document/selection";
import type { Stores } from "../../../document/stores";
import type { PosingState } from "../../../document/view-state";
import { canResolve } from "../runs/resolving/resolving";
import { BoneEnds } from "../tools/pose/reach-subject";
import { setPosing } from "./pose-actions";

const noMotion = ({ document }: Stores) =>
  canResolve(document.getState()) ? null : "This needs rigid bones and an animated mesh to fit them to.";

/** An action that chooses the tool for drags in the viewport. */
const toolAction = (
  tool: PosingState["tool"],
  rest: Pick<Action, "id" | "label" | "icon" | "keys" | "help" | "words" | "refusal">,
): Action => ({
  ...rest,
  menu: ["Rig", 3],
  checked: ({ view }) => view.getState().posing.tool === tool,
  perform: (studio) => setPosing(studio, { tool }),
});

const noJointEdit = (stores: Stores) => noRig(stores) ?? noTreeEdit(stores) ?? noMotion(stores);

/** Tools that edit bones in the viewport. */
export const BONE_TOOL_ACTIONS: Action[] = [
  toolAction("select", {
    id: "bone-tool.select",
    label: "Select bones",
    icon: "cursor",
    keys: ["Q"],
    help: "A click selects a bone.",
    refusal: noRig,
  }),
  toolAction("move", {
    id: "bone-tool.move",
    label: "Move joints",
    icon: "move",
    keys: ["J"],
    help: "Drag a joint to where its bones should meet. The skeleton is fitted to the mesh again at once.",
    words: "pivot translate",
    refusal: noJointEdit,
  }),
  toolAction("extrude", {
    id: "bone-tool.extrude",
    label: "Extrude bones",
    icon: "extrude",
    keys: ["E"],
    help: "Drag a new bone from a joint or the end of a bone. It takes over the vertices around it.",
    words: "add grow new bone",
    refusal: noJointEdit,
  }),
  {
    id: "bone.insert",
    anywhere: true,
    label: "Insert joint",
    icon: "plus",
    keys: ["Shift+J"],
    help: "Divides the selected bone in the middle. A new bone takes over the first half.",
    words: "subdivide add",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noBone(stores) ??
      noJointEdit(stores) ??
      (selectedBones(stores.view.getState()).length > 1
        ? "Several bones are selected. Click just one."
        : null),
    perform: (studio) => {
      const { rig, sequence, skeleton } = studio.document.getState();
      const [bone] = selectedBones(studio.view.getState());
      if (!rig || !sequence || bone === undefined) return;
      const { point } = new BoneEnds().of(rig, skeleton, restDiagonal(sequence), bone);
      const { head } = rig.bones[bone];
      const half = (axis: 0 | 1 | 2) => (head[axis] + point[axis]) / 2;
      return studio.get(TREE_EDITING).perform({ kind: "insert", bone, at: [half(0), half(1), half(2)] });
    },
  },
];
