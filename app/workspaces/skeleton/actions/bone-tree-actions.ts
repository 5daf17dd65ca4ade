import { idleBones } from "../../../../workers/model/rig/bone-tree";
import type { Action } from "../../../actions/action";
import { noBone, noTreeEdit } from "../../../actions/guards";
import { TREE_EDITING } from "../../../actions/tree-editing";
import { selectedBones } from "../../../document/selection";
import type { Stores } from "../../../document/stores";

const oneBone = (stores: Stores) =>
  noBone(stores) ??
  noTreeEdit(stores) ??
  (selectedBones(stores.view.getState()).length > 1
    ? "Several bones are selected. Click the one that is meant."
    : null);

/** The selected bone if it hangs on another one. */
function hanging({ document, view }: Stores): number | null {
  const { selectedBone } = view.getState();
  const bone = document.getState().rig?.bones[selectedBone ?? -1];
  return bone && bone.parent >= 0 ? selectedBone : null;
}

const isRoot = (stores: Stores) => (hanging(stores) === null ? "This bone is a root already." : null);

const noneIdle = ({ document }: Stores) => {
  const { rig } = document.getState();
  return rig && idleBones(rig).length > 0 ? null : "Every bone moves something.";
};

/** Edits of the tree of the rig's bones. */
export const BONE_TREE_ACTIONS: Action[] = [
  {
    id: "bone.root",
    anywhere: true,
    label: "Make root",
    icon: "branch",
    words: "reroot parent hierarchy",
    help: "The bones above it turn round and hang on it. The motion stays.",
    menu: ["Rig", 2],
    refusal: (stores) => oneBone(stores) ?? isRoot(stores),
    perform: (studio) => {
      const bone = hanging(studio);
      if (bone !== null) return studio.get(TREE_EDITING).perform({ kind: "root", bone });
    },
  },
  {
    id: "bone.detach",
    anywhere: true,
    label: "Take from parent",
    icon: "unlink",
    words: "unparent detach hierarchy",
    help: "The bone and what hangs on it become a tree of their own, and follow the mesh freely.",
    menu: ["Rig", 2],
    refusal: (stores) => oneBone(stores) ?? isRoot(stores),
    perform: (studio) => {
      const bone = hanging(studio);
      if (bone !== null) return studio.get(TREE_EDITING).perform({ kind: "reparent", bone, parent: -1 });
    },
  },
  {
    id: "bone.remove-idle",
    anywhere: true,
    label: "Remove bones that move nothing",
    icon: "prune",
    words: "unused empty zero vertices clean",
    help: "No vertex follows them. What hangs on them goes to the bone above.",
    menu: ["Rig", 2],
    refusal: (stores) => noTreeEdit(stores) ?? noneIdle(stores),
    perform: (studio) => {
      const { rig } = studio.document.getState();
      if (rig) return studio.get(TREE_EDITING).perform({ kind: "delete", bones: idleBones(rig) });
    },
  },
];
