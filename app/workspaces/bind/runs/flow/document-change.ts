import { isRenamed } from "../../../../document/binding/renaming";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import type { DocumentState } from "../../../../document/document";
import type { Asked, Flow } from "./flow";

/**
 * What a change of the document means for the weights that are found; the first that applies.
 * - `closed`: the mesh or the skeleton is another one's, or gone;
 * - `renamed`: bones have other names, and nothing else differs;
 * - `otherTask`: another skeleton, or other settings;
 * - `otherRig`: the weights were changed by something else: painted, solved, or taken away by an undo;
 * - `otherKept`: other weights are to stay than the engine knows of;
 * - `otherEdits`: the artist wants something else of the weights.
 */
export type DocumentChange =
  | "closed"
  | "renamed"
  | "otherTask"
  | "otherRig"
  | "otherKept"
  | "otherEdits"
  | "nothing";

export function changeSince({ asked, laid }: Flow, document: DocumentState, undone: boolean): DocumentChange {
  if (!asked || document.sequence !== asked.sequence || !document.skeleton) return "closed";
  if (document.skeleton !== asked.skeleton || document.weighting !== asked.weighting)
    return isRenamed(asked.skeleton, document.skeleton) ? "renamed" : "otherTask";
  // What an undo leaves is where weights go on from, while it is of the skeleton's bones.
  if (undone ? !isBound(document) : document.rig !== laid) return "otherRig";
  if (keepsOther(document, asked, undone)) return "otherKept";
  return document.weightEdits === asked.weightEdits ? "nothing" : "otherEdits";
}

/** Whether the document's rig is of its skeleton's bones. */
export const isBound = ({ rig, skeleton }: Pick<DocumentState, "rig" | "skeleton">): boolean =>
  rig !== null && skeleton !== null && segmentsOfBones(skeleton, rig) !== null;

/** Whether other bones are locked, or an undo brought painted rows back: they may have other values than the engine's. */
function keepsOther({ weightEdits: now }: DocumentState, { weightEdits: before }: Asked, undone: boolean) {
  const sameLocks =
    now.locked.length === before.locked.length && now.locked.every((name) => before.locked.includes(name));
  const nonePainted = now.painted.length === 0 && before.painted.length === 0;
  return !sameLocks || (undone && !nonePainted && now.painted !== before.painted);
}
