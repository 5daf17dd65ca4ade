import { type BoneLook, CASING, pointAlong } from "./bone-shapes";
import type { Point, Shapes } from "./shapes";

/** Length of a dash, in CSS pixels. */
const DASH = 6;

/** Draws a dashed line between two points. */
export function drawDashes(shapes: Shapes, from: Point, to: Point, look: BoneLook, width = 1.4): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const count = Math.max(1, Math.round(length / (2 * DASH)));
  const bone = { head: from, tail: to, half: 0 };
  for (let n = 0; n < count; n++) {
    const [a, b] = [pointAlong(bone, (n + 0.2) / count), pointAlong(bone, (n + 0.8) / count)];
    shapes.line(a, b, width + 2, CASING, 0.5 * look.presence);
    shapes.line(a, b, width, look.edge, 0.95 * look.presence);
  }
}
