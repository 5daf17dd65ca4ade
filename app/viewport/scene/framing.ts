import { Box3, type Vector3 } from "three/webgpu";
import { cageOf } from "../../../workers/model/rig/cage";
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
  const outline = outlineToFrame(placement, meshView.positionsOf(frame) ?? sequence.rest);
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

/** The corners of the box around vertices in the shown pose. */
function vertexCorners(meshView: MeshView, vertices: Uint32Array): readonly Vector3[] {
  const positions = new Float32Array(meshView.sequence.rest.length);
  meshView.approximate(meshView.rig ? "lbs" : "source", positions);
  const box = new Box3();
  for (const v of vertices)
    box.expandByPoint(toWorld([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]], meshView));
  return cornersOf(box);
}

/** The part to frame: vertices, or else a bone, or else everything that is shown. */
export interface FramedPart {
  vertices: Uint32Array | null;
  bone: number | null;
}

/** The outline of a part, in the world. A bone that moves nothing has the outline of everything that is shown. */
export function framedOutline(meshView: MeshView, { vertices, bone }: FramedPart): readonly Vector3[] {
  if (vertices) return vertexCorners(meshView, vertices);
  const shown = meshView.shownVertices;
  const whole = () => (shown ? vertexCorners(meshView, shown) : wholeOutline(meshView));
  return (bone === null ? null : boneCorners(meshView, bone)) ?? whole();
}
