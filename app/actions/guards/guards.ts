import { OPEN_FEWER } from "../../../workers/model/files/frames-in-memory";
import { hasLooks } from "../../../workers/model/mesh/looks";
import { isFiled } from "../../../workers/model/mesh/streamed-sequence";
import { segmentsOfBones } from "../../document/binding/segment-weights";
import type { DocumentState } from "../../document/document";
import type { Stores } from "../../document/stores";

/* Each guard says why an action cannot run now and what to do, or returns null. */

export const noSequence = (stores: Stores): string | null =>
  stores.document.getState().sequence ? null : "Nothing is open. Open a sequence first.";

export const noRig = (stores: Stores): string | null =>
  noSequence(stores) ?? (stores.document.getState().rig ? null : "There is no rig yet. Solve first.");

/** The mesh's own materials need textures or vertex colours. */
export const noLooks = (stores: Stores): string | null => {
  const { sequence } = stores.document.getState();
  return (
    noSequence(stores) ??
    (sequence && hasLooks(sequence) ? null : "The mesh has no textures and no vertex colours.")
  );
};

/** Accepts the partial rig of a running solve as a rig. */
export const noShownRig = (stores: Stores): string | null => {
  const { rig, partial } = stores.document.getState();
  return noSequence(stores) ?? (rig || partial ? null : "There is no rig yet. Solve first.");
};

/** Refuses actions on selected vertices. */
export const noVertices = (stores: Stores): string | null =>
  noSequence(stores) ??
  (stores.document.getState().vertexSelection.vertices.length > 0
    ? null
    : "No vertices are selected. Use Select or Lasso in the Paint workspace.");

export const noBone = (stores: Stores): string | null =>
  noRig(stores) ??
  (stores.view.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

export const tooFewFrames = (stores: Stores): string | null => {
  const frames = stores.document.getState().sequence?.frameCount ?? 0;
  return frames > 1
    ? null
    : "The mesh has no animation, so there is nothing to solve. Bind it to a skeleton in the Paint workspace.";
};

/** Refuses work on all frames at once, if they are read from their files. */
export const inFiles = (stores: Stores): string | null => {
  const { sequence } = stores.document.getState();
  return sequence && isFiled(sequence)
    ? `${sequence.name} is read from its files, and this needs all frames in memory. ${OPEN_FEWER}`
    : null;
};

/** Refuses work on all frames at once, if there are too few or they are not in memory. */
export const noFramesInMemory = (stores: Stores): string | null => tooFewFrames(stores) ?? inFiles(stores);

const BOUND =
  "These bones belong to the skeleton that the mesh is bound to. Edit it in the Paint workspace with Draw skeleton.";

/** Why the tree of the rig's bones cannot be edited in this document, or null. */
export const treeIsElsewhere = ({ rig, skeleton }: Pick<DocumentState, "rig" | "skeleton">): string | null =>
  rig && skeleton && segmentsOfBones(skeleton, rig) ? BOUND : null;

/** Refuses while a skeleton is being extracted. */
export const extracting = ({ work }: Stores): string | null =>
  work.getState().extraction ? "A skeleton is being extracted. Cancel it or keep the current one." : null;

/** Refuses while something runs that would replace the rig. */
export const solving = (stores: Stores): string | null =>
  stores.work.getState().solve
    ? "A solve is running. Cancel it or keep its result so far."
    : extracting(stores);

/** An edit of the tree of bones needs a rig of the document's own, and no solve that would replace it. */
export const noTreeEdit = (stores: Stores): string | null =>
  noRig(stores) ?? inFiles(stores) ?? solving(stores) ?? treeIsElsewhere(stores.document.getState());

/** Refuses changes of the rig that would end a skeleton edit that is being solved. New edits wait in a queue. */
export const resolvingTree = ({ work }: Stores): string | null =>
  work.getState().resolving ? "A skeleton edit is being solved. Wait a moment, or cancel it." : null;
