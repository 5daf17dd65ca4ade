import { Vector3 } from "three/webgpu";
import type { BoneLimits } from "../../../../workers/model/skeleton/skeleton";
import type { Rgb, ThemeColours } from "../../../viewport/colours/palette";
import { pointOn, type Ring } from "../../../viewport/geometry/ring-maths";
import { CASING, drawJoint } from "../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import { drawHinge } from "./hinge-shape";

/** The limit that a handle sets. */
export type LimitHandle = "swing" | "least twist" | "most twist" | "least stretch" | "most stretch";

/** The limits of a segment in the world, at rest. */
export interface PlacedLimits {
  head: Vector3;
  /** Unit direction of the segment. */
  axis: Vector3;
  length: number;
  limits: BoneLimits;
  /** The axis of a hinge. */
  hinge: Vector3 | null;
}

/** Side length of the cone, and radius and position of the twist arc, as shares of the segment's length. */
const CONE = 0.8;
const ARC = 0.42;
const ARC_AT = 0.62;
/** Minimum radius of the arc in CSS pixels. */
const ARC_LEAST = 34;
const STEPS = 48;
const HANDLE = 4;

/** Unit vector perpendicular to the axis, as parallel to the picture as possible. */
export function acrossView({ axis, head }: PlacedLimits, viewCamera: ViewCamera): Vector3 {
  const view = head.clone().sub(viewCamera.camera.position);
  const across = new Vector3().crossVectors(axis, view);
  return across.lengthSq() > 1e-12 * view.lengthSq() ? across.normalize() : pointOn(ringAbout(axis), 0);
}

const ringAbout = (axis: Vector3): Ring => ({ centre: new Vector3(), axis, radius: 1 });

/** The ring on which twists are measured. */
export function twistRing({ head, axis, length }: PlacedLimits, viewCamera: ViewCamera): Ring {
  const centre = head.clone().addScaledVector(axis, ARC_AT * length);
  return { centre, axis, radius: Math.max(ARC * length, ARC_LEAST * viewCamera.pixelAt(centre)) };
}

/** A point on the rim of the cone, by the angle from the direction across the view. */
function rimPoint({ head, axis, length, limits }: PlacedLimits, across: Vector3, angle: number): Vector3 {
  const other = new Vector3().crossVectors(axis, across);
  const out = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(other, Math.sin(angle));
  return head
    .clone()
    .addScaledVector(axis, CONE * length * Math.cos(limits.swing))
    .addScaledVector(out, CONE * length * Math.sin(limits.swing));
}

const stretches = ({ stretch }: BoneLimits) => stretch[0] !== stretch[1];

/** The handles of a segment's limits, in world coordinates. */
export function handlesOf(
  placed: PlacedLimits,
  viewCamera: ViewCamera,
): { name: LimitHandle; at: Vector3 }[] {
  const { head, axis, length, limits } = placed;
  if (limits.hinge) return [];
  const ring = twistRing(placed, viewCamera);
  const start = zeroTwist(placed, viewCamera);
  const handles: { name: LimitHandle; at: Vector3 }[] = [
    { name: "swing", at: rimPoint(placed, acrossView(placed, viewCamera), 0) },
    { name: "least twist", at: pointOn(ring, start + limits.twist[0]) },
    { name: "most twist", at: pointOn(ring, start + limits.twist[1]) },
  ];
  if (stretches(limits)) {
    const along = (part: number) => head.clone().addScaledVector(axis, part * length);
    handles.push({ name: "least stretch", at: along(limits.stretch[0]) });
    handles.push({ name: "most stretch", at: along(limits.stretch[1]) });
  }
  return handles;
}

/** The angle of twist 0 on the ring, opposite the cone's handle. */
export function zeroTwist(placed: PlacedLimits, viewCamera: ViewCamera): number {
  const ring = twistRing(placed, viewCamera);
  const away = acrossView(placed, viewCamera).negate();
  const [a, b] = [pointOn({ ...ring, centre: new Vector3(), radius: 1 }, 0), new Vector3()];
  b.crossVectors(ring.axis, a);
  return Math.atan2(away.dot(b), away.dot(a));
}

/** Draws the limits of a segment: the cone of its swing, the arc of its twist, and its range of lengths. */
export function drawLimits(
  shapes: Shapes,
  placed: PlacedLimits,
  viewCamera: ViewCamera,
  { accent, axes }: ThemeColours,
  hot: LimitHandle | null,
): void {
  if (placed.limits.hinge) {
    drawHinge(shapes, placed, placed.limits.hinge, viewCamera, accent);
    return;
  }
  drawConeAndTwist(shapes, placed, viewCamera, { accent, axes });
  if (stretches(placed.limits)) drawStretch(shapes, placed, viewCamera, axes[2]);
  const colours = { swing: accent, twist: axes[1], stretch: axes[2] };
  for (const { name, at } of handlesOf(placed, viewCamera)) {
    const seen = viewCamera.inView(at);
    if (!seen) continue;
    const colour =
      name === "swing" ? colours.swing : name.endsWith("twist") ? colours.twist : colours.stretch;
    drawJoint(shapes, seen, name === hot ? HANDLE + 1.5 : HANDLE, name === hot ? [1, 1, 1] : colour);
  }
}

/** Draws the cone and the arc of the twist, without handles. */
export function drawConeAndTwist(
  shapes: Shapes,
  placed: PlacedLimits,
  viewCamera: ViewCamera,
  { accent, axes }: Pick<ThemeColours, "accent" | "axes">,
): void {
  drawCone(shapes, placed, viewCamera, accent);
  drawTwist(shapes, placed, viewCamera, axes[1]);
}

function drawCone(shapes: Shapes, placed: PlacedLimits, viewCamera: ViewCamera, colour: Rgb): void {
  const across = acrossView(placed, viewCamera);
  const apex = viewCamera.inView(placed.head);
  const rim = Array.from({ length: STEPS + 1 }, (_, n) =>
    viewCamera.inView(rimPoint(placed, across, (2 * Math.PI * n) / STEPS)),
  ).filter((p): p is ViewPoint => p !== null);
  if (!apex || rim.length <= STEPS) return;
  for (let n = 0; n < STEPS; n++) shapes.triangle(apex, rim[n], rim[n + 1], colour, 0.07);
  for (let n = 0; n < STEPS; n += STEPS / 8) shapes.line(apex, rim[n], 1, colour, 0.22);
  shapes.polyline(rim, 3.2, CASING, 0.3);
  shapes.polyline(rim, 1.5, colour, 0.9);
}

function drawTwist(shapes: Shapes, placed: PlacedLimits, viewCamera: ViewCamera, colour: Rgb): void {
  const ring = twistRing(placed, viewCamera);
  const start = zeroTwist(placed, viewCamera);
  const [least, most] = placed.limits.twist;
  const centre = viewCamera.inView(ring.centre);
  const arc = (from: number, to: number) =>
    Array.from({ length: STEPS + 1 }, (_, n) =>
      viewCamera.inView(pointOn(ring, start + from + ((to - from) * n) / STEPS)),
    ).filter((p): p is ViewPoint => p !== null);
  shapes.polyline(arc(0, 2 * Math.PI), 1, colour, 0.3);
  const sector = arc(least, most);
  if (!centre) return;
  for (let n = 1; n < sector.length; n++) shapes.triangle(centre, sector[n - 1], sector[n], colour, 0.2);
  shapes.polyline(sector, 3.6, CASING, 0.35);
  shapes.polyline(sector, 2, colour, 0.95);
}

function drawStretch(
  shapes: Shapes,
  { head, axis, length, limits }: PlacedLimits,
  viewCamera: ViewCamera,
  colour: Rgb,
): void {
  const [from, to] = limits.stretch.map((part) =>
    viewCamera.inView(head.clone().addScaledVector(axis, part * length)),
  );
  if (!from || !to) return;
  shapes.line(from, to, 4, CASING, 0.4);
  shapes.line(from, to, 2, colour, 0.95);
}
