import { isRenamed } from "../../../../document/binding/renaming";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import type { DocumentState } from "../../../../document/document";
import type { Asked, Flow } from "./flow";

/**
 * The meaning of a change of the document for the weights of a run. The first kind that applies wins.
 * - `closed`: the mesh or the skeleton was replaced or closed;
 * - `renamed`: bones have other names, and nothing else differs;
 * - `otherTask`: the skeleton or the settings changed;
 * - `otherRig`: something else changed the weights: painting, a solve, or an undo that removed them;
 * - `otherKept`: the weights to keep differ from those that the engine knows;
 * - `otherEdits`: the artist changed the edits that steer the weights.
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
  // After an undo, the run continues from the restored weights if they belong to the skeleton's bones.
  if (undone ? !isBound(document) : document.rig !== laid) return "otherRig";
  if (keepsOther(document, asked, undone)) return "otherKept";
  return document.weightEdits === asked.weightEdits ? "nothing" : "otherEdits";
}

/** Whether the document's rig has the bones of its skeleton. */
export const isBound = ({ rig, skeleton }: Pick<DocumentState, "rig" | "skeleton">): boolean =>
  rig !== null && skeleton !== null && segmentsOfBones(skeleton, rig) !== null;

/**
 * Whether the locked bones changed, or an undo restored painted vertices, whose values may differ from the engine's.
 */
function keepsOther({ weightEdits: now }: DocumentState, { weightEdits: before }: Asked, undone: boolean) {
  const sameLocks =
    now.locked.length === before.locked.length && now.locked.every((name) => before.locked.includes(name));
  const nonePainted = now.painted.length === 0 && before.painted.length === 0;
  return !sameLocks || (undone && !nonePainted && now.painted !== before.painted);
}
