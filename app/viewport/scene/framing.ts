import type { Vector3 } from "three/webgpu";
import { cageOf } from "../../../workers/model/rig/cage";
import { frameOrRest } from "../deform/models/rest-frame";
import { boneBox } from "../geometry/bone-box";
import { cornersOf } from "../geometry/outline";
import { outlineToFrame, toWorld } from "../geometry/placement";
import type { MeshView } from "./mesh-view";

/**
 * The outline that "frame all" shows: the whole motion, or the pose if the motion is wide, and the corners of a cage;
 * in the world.
 */
function wholeOutline(meshView: MeshView): readonly Vector3[] {
  const { placement, sequence, frame, rig } = meshView;
  const outline = outlineToFrame(placement, frameOrRest(sequence, frame));
  if (!rig || !cageOf(rig)) return outline;
  return [...outline, ...rig.bones.map(({ head }) => toWorld(head, meshView))];
}

/**
 * The corners of the region that a bone moves in the shown pose; null without a rig, and for bones that move nothing.
 */
function boneCorners(meshView: MeshView, bone: number): readonly Vector3[] | null {
  if (!meshView.rig) return null;
  const positions = new Float32Array(meshView.rig.rest.length);
  meshView.approximate("lbs", positions);
  const box = boneBox(meshView.rig, bone, positions).applyMatrix4(meshView.placement.world);
  return box.isEmpty() ? null : cornersOf(box);
}

/** The outline to frame for a bone; the whole one for null, and for bones that move nothing. */
export const framedOutline = (meshView: MeshView, bone: number | null): readonly Vector3[] =>
  (bone === null ? null : boneCorners(meshView, bone)) ?? wholeOutline(meshView);
