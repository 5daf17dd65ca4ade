import {
  type BoneLook,
  CASING,
  drawBody,
  drawOctahedron,
  type FlatBone,
  pointAlong,
} from "../overlay/bone-shapes";
import type { Point, Shapes } from "../overlay/shapes";
import type { FlatSegment } from "./segments-view";

/** Vertebrae of a spine, and corners of its outline. */
const RIBS = 5;
const CORNERS = 12;
/** Half the width of a spine and of the two tubes of a stretch-twist bone, over an octahedron's. */
const SPINE = 0.85;
const TUBES = [0.8, 0.45] as const;
/** Where the outer tube ends. */
const SLEEVE = 0.6;
const DASH = 6;

/** A body of even width with round ends, and a rib where each of its bones would end. */
function drawSpine(shapes: Shapes, bone: FlatBone, look: BoneLook): void {
  const profile = (t: number) => bone.half * SPINE * Math.min(1, 2.4 * Math.sqrt(t * (1 - t)));
  const side = (sign: number) =>
    Array.from({ length: CORNERS + 1 }, (_, n) => {
      const t = n / CORNERS;
      return pointAlong(bone, t, sign * profile(t));
    });
  drawBody(shapes, side(1), side(-1), look);
  for (let n = 1; n < RIBS; n++) {
    const t = n / RIBS;
    const [from, to] = [pointAlong(bone, t, profile(t)), pointAlong(bone, t, -profile(t))];
    shapes.line(from, to, 2.2, CASING, 0.4 * look.presence);
    shapes.line(from, to, 1.1, look.edge, 0.9 * look.presence);
  }
}

/** A tube that slides in another one, with the turn of a thread on it. */
function drawStretchTwist(shapes: Shapes, bone: FlatBone, look: BoneLook): void {
  const [outer, inner] = TUBES.map((share) => share * bone.half);
  const tube = (from: number, to: number, half: number) => {
    const side = (sign: number) => [
      pointAlong(bone, from),
      pointAlong(bone, from, sign * half),
      pointAlong(bone, to, sign * half),
      pointAlong(bone, to),
    ];
    drawBody(shapes, side(1), side(-1), look);
  };
  tube(SLEEVE, 1, inner);
  tube(0.04, SLEEVE, outer);
  for (const t of [0.16, 0.3, 0.44]) {
    const [from, to] = [pointAlong(bone, t - 0.05, outer), pointAlong(bone, t + 0.05, -outer)];
    shapes.line(from, to, 1.1, look.edge, 0.9 * look.presence);
  }
}

/** A line of dashes between two points. */
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

/** A segment by its kind: octahedron, spine, stretch-twist bone, dashes. */
export function drawSegment(shapes: Shapes, flat: FlatSegment, look: BoneLook): void {
  const draw = {
    rigid: drawOctahedron,
    spine: drawSpine,
    "stretch-twist": drawStretchTwist,
    virtual: () => drawDashes(shapes, flat.head, flat.tail, look, look.strong ? 2 : 1.4),
  }[flat.kind];
  draw(shapes, flat, look);
}
