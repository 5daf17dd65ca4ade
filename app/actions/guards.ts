import { useDocument } from "../document/document";
import { useView } from "../document/view-state";

/*
 * Why an action cannot be performed now, or null: what is missing, and what to do.
 */

export const noSequence = (): string | null =>
  useDocument.getState().sequence ? null : "Nothing is open. Open a sequence first.";

export const noRig = (): string | null =>
  noSequence() ?? (useDocument.getState().rig ? null : "There is no rig yet. Solve first.");

/** The rig of a running solve is enough to be shown. */
export const noShownRig = (): string | null => {
  const { rig, partial } = useDocument.getState();
  return noSequence() ?? (rig || partial ? null : "There is no rig yet. Solve first.");
};

export const noBone = (): string | null =>
  noRig() ??
  (useView.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

export const tooFewFrames = (): string | null => {
  const frames = useDocument.getState().sequence?.frameCount ?? 0;
  return frames > 1
    ? null
    : "The mesh stands still: there is no motion to solve. Bind it to a skeleton in the Paint workspace.";
};
