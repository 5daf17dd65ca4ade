import type { Vector3 } from "three/webgpu";
import type { Hinge } from "../../../../workers/model/rig/rig";
import type { Rgb } from "../../../viewport/colours/palette";
import { CASING } from "../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";

const STEPS = 32;
/** The radius of a hinge's sector, as a share of the bone's length. */
const RADIUS = 0.7;

/** A bone that turns about a hinge, in the world. */
interface PlacedHinge {
  head: Vector3;
  /** Unit direction of the bone. */
  axis: Vector3;
  length: number;
  /** Unit axis of the hinge. */
  hinge: Vector3 | null;
}

/** The sector through which a hinge turns, with its axis. */
export function drawHinge(
  shapes: Shapes,
  { head, axis, length, hinge: about }: PlacedHinge,
  { range: [least, most] }: Hinge,
  viewCamera: ViewCamera,
  colour: Rgb,
): void {
  if (!about) return;
  const out = axis.clone().addScaledVector(about, -axis.dot(about));
  if (out.length() < 1e-6) out.set(about.y, about.z, about.x).cross(about);
  out.setLength(RADIUS * length);
  const at = (angle: number) => viewCamera.inView(head.clone().add(out.clone().applyAxisAngle(about, angle)));
  const seen = (points: (ViewPoint | null)[]) => points.filter((p): p is ViewPoint => p !== null);
  const arc = seen(Array.from({ length: STEPS + 1 }, (_, n) => at(least + ((most - least) * n) / STEPS)));
  const middle = viewCamera.inView(head);
  const pin = [-0.25, 0.25].map((part) =>
    viewCamera.inView(head.clone().addScaledVector(about, part * length)),
  );
  if (!middle || arc.length <= STEPS) return;
  for (let n = 1; n < arc.length; n++) shapes.triangle(middle, arc[n - 1], arc[n], colour, 0.14);
  const edge = [middle, ...arc, middle];
  shapes.polyline(edge, 3.2, CASING, 0.3);
  shapes.polyline(edge, 1.5, colour, 0.9);
  if (pin[0] && pin[1]) shapes.line(pin[0], pin[1], 2, colour, 0.9);
}
