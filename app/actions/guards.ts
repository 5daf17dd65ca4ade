import type { Stores } from "../document/stores";

/* Each guard says why an action cannot run now (what is missing, and what to do), or returns null. */

export const noSequence = (stores: Stores): string | null =>
  stores.document.getState().sequence ? null : "Nothing is open. Open a sequence first.";

export const noRig = (stores: Stores): string | null =>
  noSequence(stores) ?? (stores.document.getState().rig ? null : "There is no rig yet. Solve first.");

/** The partial rig of a running solve counts as a rig. */
export const noShownRig = (stores: Stores): string | null => {
  const { rig, partial } = stores.document.getState();
  return noSequence(stores) ?? (rig || partial ? null : "There is no rig yet. Solve first.");
};

export const noBone = (stores: Stores): string | null =>
  noRig(stores) ??
  (stores.view.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

export const tooFewFrames = (stores: Stores): string | null => {
  const frames = stores.document.getState().sequence?.frameCount ?? 0;
  return frames > 1
    ? null
    : "The mesh stands still: there is no motion to solve. Bind it to a skeleton in the Paint workspace.";
};
