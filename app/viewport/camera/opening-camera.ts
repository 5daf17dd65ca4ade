import type { OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import type { ViewState } from "../../document/view-state";
import { outlineToFrame, type ScenePlacement } from "../geometry/placement";
import { frontYaw } from "./front";
import type { OrbitCamera } from "./orbit-camera";

/** A sequence and its place in the world. */
interface PlacedSequence {
  sequence: OpenedSequence;
  placement: ScenePlacement;
}

/**
 * Aims the camera at a sequence that has just been opened: from where its project was left, or else from the front.
 * @param before the sequence that was on screen, if there was one
 * @param opening the camera that the sequence's project keeps
 * @param aspect the width of the view over its height
 */
export function openCamera(
  orbit: OrbitCamera,
  { sequence, placement }: PlacedSequence,
  before: OpenedSequence | null,
  opening: ViewState["openingCamera"],
  aspect: number,
): void {
  if (orbit.framed === sequence) return;
  orbit.framed = sequence;
  const outline = outlineToFrame(placement, sequence.rest);
  if (opening && opening.of.deref() === sequence.frames) orbit.pose = opening.pose;
  // Another rest pose or up axis of the same file keeps the camera's angle.
  else if (before?.frames === sequence.frames) orbit.frame(outline, aspect);
  else orbit.frameFromFront(outline, aspect, frontYaw(sequence, placement.world));
}
