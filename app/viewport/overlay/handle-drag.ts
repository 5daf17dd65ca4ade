import type { Vector3 } from "three/webgpu";
import type { Rgb } from "../colours/palette";
import type { ViewCamera } from "../picking/view-camera";
import type { Shapes } from "./shapes";

/** A bone handle that is dragged over the surface. */
export interface HandleDrag {
  bone: number;
  /** Its new place, in the world. */
  place: Vector3;
  /** Whether that is on the surface. */
  isOn: boolean;
}

const WHITE: Rgb = [1, 1, 1];
const CASING: Rgb = [0.04, 0.043, 0.055];
const MARK = 7;

/** Draws a line from the bone to the handle's new place. `colour` is the bone's. */
export function drawHandleDrag(
  shapes: Shapes,
  { place, isOn }: HandleDrag,
  head: Vector3,
  viewCamera: ViewCamera,
  colour: Rgb,
): void {
  const [from, to] = [viewCamera.inView(head), viewCamera.inView(place)];
  if (!from || !to) return;
  const alpha = isOn ? 1 : 0.4;
  shapes.line(from, to, 3.6, CASING, 0.6 * alpha);
  shapes.line(from, to, 1.6, WHITE, 0.9 * alpha);
  shapes.ring(to, MARK, 4, CASING, 0.7 * alpha);
  shapes.ring(to, MARK, 2, WHITE, alpha);
  if (isOn) shapes.disc(to, 3.5, colour);
}
