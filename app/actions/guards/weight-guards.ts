import { shownRig } from "../../document/document";
import { pickSentence } from "../../document/keymap/keymap-words";
import { paintState } from "../../document/paint-settings";
import { selectedBones } from "../../document/selection";
import type { Stores } from "../../document/stores";
import { whyNotWeights } from "../../document/weights/layers/selected-layer";
import { whyUnsettled } from "../../document/weights/unsettled";
import { isLocked } from "../../document/weights/weight-locks";
import { noSequence } from "./guards";

export const noWeights = (stores: Stores) =>
  noSequence(stores) ??
  (shownRig(stores.document.getState())
    ? null
    : "There are no bones yet. Solve, open a rig, or bind the mesh to a skeleton.");
export const noBoundSkeleton = (stores: Stores) =>
  noSequence(stores) ??
  (stores.document.getState().skeleton
    ? null
    : "This needs a skeleton to bind the mesh to. Draw one or open one first.");
/** The artist cannot edit weights by hand while an optimisation still changes them. */
export const notSettled = (stores: Stores) => noWeights(stores) ?? whyUnsettled(stores);
/** Why weights cannot be set by hand now: an optimisation runs, or the selected layer does not allow it. */
export const noLayerForWeights = (stores: Stores) => notSettled(stores) ?? whyNotWeights(stores);
/** Refuses actions on the weights of the selected bones. */
export const noSelectedBone = (stores: Stores) =>
  stores.view.getState().selectedBone === null ? "No bone is selected. Click one in the list." : null;
/** Locked bones of a selection stay; a brush is refused only where all are locked. */
const noPaintableBone = (stores: Stores) => {
  const bones = shownRig(stores.document.getState())?.bones;
  const names = selectedBones(stores.view.getState()).map((j) => bones?.[j]?.name ?? "");
  return (
    noLayerForWeights(stores) ??
    noSelectedBone(stores) ??
    (names.every((name) => isLocked(stores, name))
      ? `${names.length === 1 ? `${names[0]} is` : "The selected bones are"} locked. Click a padlock first.`
      : null)
  );
};
/** Why the brush cannot flood, or null. */
export const noFlood = (stores: Stores) =>
  noPaintableBone(stores) ??
  (stores.view.getState().paint.operation === "smear"
    ? "Smear drags weights along a stroke. Choose another brush to flood."
    : null);
export const noVertex = (stores: Stores) =>
  notSettled(stores) ??
  (paintState(stores).vertex === null
    ? `No vertex is selected. ${pickSentence(stores, "one", "press V over it")}`
    : null);
