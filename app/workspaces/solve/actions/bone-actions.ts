import type { Action } from "../../../actions/action";
import { extracting, inFiles, noSequence } from "../../../actions/guards/guards";
import { selectedBones } from "../../../document/selection";
import type { Stores } from "../../../document/stores";
import { BONE_EDITING } from "../runs/bone-editing";

/** The rig on screen, which edits apply to: during a solve, its current rig. */
const shownRig = (stores: Stores) => {
  const { partial, rig } = stores.document.getState();
  return partial ?? rig;
};

export const noShownBones = (stores: Stores) =>
  noSequence(stores) ?? (shownRig(stores) ? null : "There are no bones yet. Solve first, or open a rig.");

export const noShownBone = (stores: Stores) =>
  noShownBones(stores) ??
  (stores.view.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

/** Why bones cannot be edited now, or null. Edits fit bones to the source, so they have the same needs as a solve. */
const notNow = (stores: Stores) => {
  const { solve } = stores.work.getState();
  const refusal = extracting(stores) ?? inFiles(stores);
  if (refusal) return refusal;
  if (solve && !stores.document.getState().partial) return "The solve has no bones yet. Wait a moment.";
  if (solve?.keeping) return "The solve is ending.";
  return (stores.document.getState().sequence?.frameCount ?? 0) > 1
    ? null
    : "The sequence has only one frame, so there is no motion to fit bones to.";
};

const selected = (stores: Stores) => selectedBones(stores.view.getState());
const one = (stores: Stores) =>
  selected(stores).length > 1 ? "Several bones are selected. Click just one." : null;

export const BONE_ACTIONS: Action[] = [
  {
    id: "bone.split",
    anywhere: true,
    label: "Split bone",
    icon: "cut",
    keys: ["Shift+S"],
    help: "Splits the bone in two where its vertices move differently.",
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
    help: "Merges the selected bones into one. Ctrl-click in the list to select several.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownBones(stores) ??
      (selected(stores).length < 2 ? "Select two or more bones: Ctrl-click them in the list." : null) ??
      notNow(stores),
    perform: (studio) => studio.get(BONE_EDITING).perform({ kind: "merge", bones: selected(studio) }),
  },
  {
    id: "bone.delete",
    anywhere: true,
    label: "Delete bones",
    icon: "trash",
    keys: ["Delete"],
    help: "The other bones take over their vertices.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownBone(stores) ??
      (selected(stores).length >= (shownRig(stores)?.bones.length ?? 0)
        ? "A rig needs at least one bone."
        : null) ??
      notNow(stores),
    perform: (studio) => studio.get(BONE_EDITING).perform({ kind: "delete", bones: selected(studio) }),
  },
  {
    id: "bone.mirror",
    anywhere: true,
    label: "Mirror bones",
    icon: "mirror",
    help: "Makes bones and weights symmetric where the rest pose is, and names pairs .L and .R. Motion stays asymmetric.",
    menu: ["Rig", 2],
    refusal: (stores) =>
      noShownBones(stores) ??
      ((shownRig(stores)?.bones.length ?? 0) < 2 ? "A single bone has no pair." : null) ??
      notNow(stores),
    perform: ({ get }) => get(BONE_EDITING).perform({ kind: "mirror" }),
  },
];
