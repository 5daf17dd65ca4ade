import { idleBones, spareBones } from "../../../../workers/model/rig/bone-tree";
import type { HierarchyEdit } from "../../../../workers/model/skeleton/hierarchy-edit";
import type { Action } from "../../../actions/action";
import { noBone, noTreeEdit } from "../../../actions/guards/guards";
import { TREE_EDITING } from "../../../actions/guards/tree-editing";
import { selectedBones } from "../../../document/selection";
import type { Stores } from "../../../document/stores";

/** The selected bone if it has a parent. */
function boneWithParent({ document, view }: Stores): number | null {
  const { selectedBone } = view.getState();
  const bone = document.getState().rig?.bones[selectedBone ?? -1];
  return bone && bone.parent >= 0 ? selectedBone : null;
}

const noParent = (stores: Stores) =>
  noBone(stores) ??
  noTreeEdit(stores) ??
  (selectedBones(stores.view.getState()).length > 1 ? "Several bones are selected. Click just one." : null) ??
  (boneWithParent(stores) === null ? "This bone is already a root." : null);

/** An action on the one selected bone, which must have a parent. */
const onBoneWithParent = (
  rest: Pick<Action, "id" | "label" | "icon" | "words" | "help">,
  editOf: (bone: number) => HierarchyEdit,
): Action => ({
  ...rest,
  anywhere: true,
  menu: ["Rig", 2],
  refusal: noParent,
  perform: (studio) => {
    const bone = boneWithParent(studio);
    if (bone !== null) return studio.get(TREE_EDITING).perform(editOf(bone));
  },
});

const noneSpare = ({ document }: Stores) => {
  const { rig } = document.getState();
  if (!rig || idleBones(rig).length === 0) return "Every bone moves vertices.";
  return spareBones(rig).length > 0 ? null : "All bones that move no vertex carry bones that do.";
};

/** Actions that edit the tree of the rig's bones. */
export const BONE_TREE_ACTIONS: Action[] = [
  onBoneWithParent(
    {
      id: "bone.root",
      label: "Make root",
      icon: "branch",
      words: "reroot parent hierarchy",
      help: "The bones above it become its children. The motion stays.",
    },
    (bone) => ({ kind: "root", bone }),
  ),
  onBoneWithParent(
    {
      id: "bone.detach",
      label: "Clear parent",
      icon: "unlink",
      words: "unparent detach hierarchy",
      help: "The bone becomes the root of its branch, which then follows the mesh freely.",
    },
    (bone) => ({ kind: "reparent", bone, parent: -1 }),
  ),
  {
    id: "bone.remove-idle",
    anywhere: true,
    label: "Remove idle bones",
    icon: "prune",
    words: "unused empty zero vertices clean move nothing",
    help: "Removes bones that move no vertex, unless they carry bones that do. A root goes if it carries only one.",
    menu: ["Rig", 2],
    refusal: (stores) => noTreeEdit(stores) ?? noneSpare(stores),
    perform: (studio) => {
      const { rig } = studio.document.getState();
      if (rig) return studio.get(TREE_EDITING).perform({ kind: "delete", bones: spareBones(rig) });
    },
  },
];
