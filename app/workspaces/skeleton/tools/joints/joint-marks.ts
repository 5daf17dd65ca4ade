import type { Vector3 } from "three/webgpu";
import type { Rgb } from "../../../../viewport/colours/palette";
import {
  type BoneLook,
  drawJoint,
  drawOctahedron,
  halfWidth,
  WHITE,
} from "../../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../../viewport/overlay/dashes";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { RigJoint } from "./rig-joints";

const RADIUS = 4.5;

const look = (colour: Rgb): BoneLook => ({
  colour,
  edge: WHITE,
  alpha: 0.35,
  strong: false,
  presence: 0.9,
});

/** Draws a joint under the pointer. During a drag, a dashed line leads from its old place to the new one. */
export function drawMovedJoint(
  shapes: Shapes,
  viewCamera: ViewCamera,
  joint: RigJoint,
  to: Vector3 | null,
  accent: Rgb,
): void {
  const from = viewCamera.inView(joint.world);
  const at = to ? viewCamera.inView(to) : from;
  if (from && at && to) drawDashes(shapes, from, at, look(accent));
  if (!at) return;
  shapes.ring(at, RADIUS + 4.5, 1.5, accent);
  drawJoint(shapes, at, RADIUS, WHITE);
}

/** Draws a new bone that is being extruded from a joint. */
export function drawGrownBone(
  shapes: Shapes,
  viewCamera: ViewCamera,
  joint: RigJoint,
  to: Vector3 | null,
  accent: Rgb,
): void {
  const head = viewCamera.inView(joint.world);
  const tail = to && viewCamera.inView(to);
  if (!head) return;
  if (tail) {
    const half = halfWidth(Math.hypot(tail[0] - head[0], tail[1] - head[1]));
    drawOctahedron(shapes, { head, tail, half }, look(accent));
    drawJoint(shapes, tail, RADIUS - 1, WHITE);
  }
  shapes.ring(head, RADIUS + 4.5, 1.5, accent);
  drawJoint(shapes, head, RADIUS, WHITE);
}
