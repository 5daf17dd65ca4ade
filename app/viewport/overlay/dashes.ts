import type { Rgb } from "../colours/palette";
import { type BoneLook, CASING, pointAlong } from "./bone-shapes";
import type { Shapes, ViewPoint } from "./shapes";

/** Length of a dash, in CSS pixels. */
const DASH = 6;

/** Dashes of a ring, and the share of each that is drawn. */
const RING_DASHES = 8;
const RING_SHARE = 0.6;
/** Lines that make one dash of a ring. */
const RING_LINES = 3;

/** Draws a dashed ring with a dark casing. */
export function drawDashedRing(shapes: Shapes, [x, y]: ViewPoint, radius: number, colour: Rgb): void {
  const at = (turns: number): ViewPoint => [
    x + radius * Math.cos(2 * Math.PI * turns),
    y + radius * Math.sin(2 * Math.PI * turns),
  ];
  for (let n = 0; n < RING_DASHES; n++) {
    const dash = Array.from({ length: RING_LINES + 1 }, (_, k) =>
      at((n + (RING_SHARE * k) / RING_LINES) / RING_DASHES),
    );
    shapes.polyline(dash, 3.6, CASING, 0.7);
    shapes.polyline(dash, 1.6, colour, 0.95);
  }
}

/** Draws a dashed line between two points. */
export function drawDashes(
  shapes: Shapes,
  from: ViewPoint,
  to: ViewPoint,
  look: BoneLook,
  width = 1.4,
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const count = Math.max(1, Math.round(length / (2 * DASH)));
  const bone = { head: from, tail: to, half: 0 };
  for (let n = 0; n < count; n++) {
    const [a, b] = [pointAlong(bone, (n + 0.2) / count), pointAlong(bone, (n + 0.8) / count)];
    shapes.line(a, b, width + 2, CASING, 0.5 * look.presence);
    shapes.line(a, b, width, look.edge, 0.95 * look.presence);
  }
}
