import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards";
import { selectedBones } from "../../../document/selection";
import type { Stores } from "../../../document/stores";
import { BONE_EDITING } from "../runs/bone-editing";

/** The rig on screen, which edits apply to: during a solve, its current rig. */
const shownRig = (stores: Stores) => {
  const { partial, rig } = stores.document.getState();
  return partial ?? rig;
};

export const noShownRig = (stores: Stores) =>
  noSequence(stores) ?? (shownRig(stores) ? null : "There are no bones yet. Solve first, or open a rig.");

export const noShownBone = (stores: Stores) =>
  noShownRig(stores) ??
  (stores.view.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

/** Why bones cannot be edited now, or null. Edits fit bones to the source, so they need what a solve needs. */
const notNow = (stores: Stores) => {
  const { solve } = stores.work.getState();
  if (solve && !stores.document.getState().partial)
    return "The solve has no bones yet. The first appear in a moment.";
  if (solve?.keeping) return "The solve is ending.";
  return (stores.document.getState().sequence?.frameCount ?? 0) > 1
    ? null
    : "The sequence has one frame only: there is no motion to fit bones to.";
};

const selected = (stores: Stores) => selectedBones(stores.view.getState());
const one = (stores: Stores) =>
  selected(stores).length > 1 ? "Several bones are selected. Click the one that is meant." : null;

export const BONE_ACTIONS: Action[] = [
  {
    id: "bone.split",
    anywhere: true,
    label: "Split bone",
    icon: "cut",
    keys: ["Shift+S"],
    help: "Two bones for one: what it moves is parted where it moves differently.",
    menu: ["Rig", 2],
    refusal: (stores) => noShownBone(stores) ?? one(stores) ?? notNow(stores),
    perform: async (studio) => {
      const [bone] = selected(studio);
      await studio.get(BONE_EDITING).perform({ kind: "split", bone });
    },
  },
  {
    id: "bone.merge",
    anywhere: true,
    label: "Merge bones",
    icon: "merge",
    keys: ["Shift+M"],
    help: "One bone for those that are selected; Ctrl-click in the list selects several.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownRig(stores) ??
      (selected(stores).length < 2 ? "Select two bones or more: Ctrl-click them in the list." : null) ??
      notNow(stores),
    perform: (studio) => studio.get(BONE_EDITING).perform({ kind: "merge", bones: selected(studio) }),
  },
  {
    id: "bone.delete",
    anywhere: true,
    label: "Delete bones",
    icon: "trash",
    keys: ["Delete"],
    help: "What they move is taken over by the others.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownBone(stores) ??
      (selected(stores).length >= (shownRig(stores)?.bones.length ?? 0)
        ? "A rig needs one bone at least."
        : null) ??
      notNow(stores),
    perform: (studio) => studio.get(BONE_EDITING).perform({ kind: "delete", bones: selected(studio) }),
  },
  {
    id: "bone.mirror",
    anywhere: true,
    label: "Mirror bones",
    icon: "mirror",
    help: "Makes bones and weights symmetric where the rest pose is, and names pairs .L and .R. The motion stays free.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownRig(stores) ??
      ((shownRig(stores)?.bones.length ?? 0) < 2 ? "There is one bone only: it has no pair." : null) ??
      notNow(stores),
    perform: ({ get }) => get(BONE_EDITING).perform({ kind: "mirror" }),
  },
];
