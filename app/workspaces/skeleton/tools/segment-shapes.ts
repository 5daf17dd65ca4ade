import {
  type BoneLook,
  CASING,
  drawBody,
  drawOctahedron,
  type FlatBone,
  pointAlong,
} from "../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../viewport/overlay/dashes";
import type { Shapes } from "../../../viewport/overlay/shapes";
import type { FlatSegment } from "./segments-view";

/** Number of vertebrae of a spine, and of corners of its outline. */
const RIBS = 5;
const CORNERS = 12;
/** Half width of a spine, and of the two tubes of a stretch-twist bone, relative to an octahedron. */
const SPINE = 0.85;
const TUBES = [0.8, 0.45] as const;
/** The end of the outer tube, as a share of the length. */
const SLEEVE = 0.6;

/** Draws a body of even width with round ends, and ribs that suggest its bones. */
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

/** Draws a tube that slides in another one, with thread lines. */
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

/** Draws a segment by its kind: octahedron, spine, stretch-twist bone, or dashes. */
export function drawSegment(shapes: Shapes, flat: FlatSegment, look: BoneLook): void {
  const draw = {
    rigid: drawOctahedron,
    spine: drawSpine,
    "stretch-twist": drawStretchTwist,
    virtual: () => drawDashes(shapes, flat.head, flat.tail, look, look.strong ? 2 : 1.4),
  }[flat.kind];
  draw(shapes, flat, look);
}
