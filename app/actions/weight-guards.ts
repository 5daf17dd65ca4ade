import { shownRig, useDocument } from "../document/document";
import { paintState } from "../document/paint-settings";
import { useView } from "../document/view-state";
import { isLocked } from "../document/weights/weight-locks";
import { noSequence } from "./guards";

export const noWeights = () =>
  noSequence() ??
  (shownRig(useDocument.getState())
    ? null
    : "There are no bones yet: solve, open a rig, or bind the mesh to a skeleton.");
export const noSkeleton = () =>
  noSequence() ??
  (useDocument.getState().skeleton
    ? null
    : "This steers weights that are found for a skeleton. Draw one or open one first.");
/** Weights that are still being found are not the hand's to change. */
export const notSettled = () => {
  const state = useDocument.getState();
  return (
    noWeights() ??
    (shownRig(state) === state.rig ? null : "The weights are being worked out. Pause that first.")
  );
};
export const noBone = () => {
  const { selectedBone } = useView.getState();
  if (selectedBone === null) return notSettled() ?? "No bone is selected. Click one in the list.";
  const name = shownRig(useDocument.getState())?.bones[selectedBone]?.name;
  return (
    notSettled() ??
    (name !== undefined && isLocked(name) ? "The selected bone is locked. Click its padlock first." : null)
  );
};
export const noVertex = () =>
  notSettled() ??
  (paintState().vertex === null ? "No vertex is selected. Alt-click one, or press V over it." : null);
