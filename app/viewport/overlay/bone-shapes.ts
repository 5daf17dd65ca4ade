import type { Rgb } from "../colours/palette";
import type { Shapes, ViewPoint } from "./shapes";

/**
 * The waist of an octahedron: its distance from the head over the length, its half width over the length, and the
 * smallest and the largest half width in CSS pixels.
 */
const WAIST = 0.2;
const WIDTH = 0.13;
const NARROWEST = 2.5;
const WIDEST = 8;

export const CASING: Rgb = [0.04, 0.043, 0.055];
export const WHITE: Rgb = [1, 1, 1];
/** The colour of bones over a surface whose colours carry data. */
export const PLAIN: Rgb = [0.835, 0.85, 0.88];

/** A bone projected to a view. */
export interface FlatBone {
  head: ViewPoint;
  tail: ViewPoint;
  /** Half the width at its waist, in pixels. */
  half: number;
}

/** The style of a bone. */
export interface BoneLook {
  colour: Rgb;
  /** The colour of its outline. */
  edge: Rgb;
  /** The opacity of its body, 0 to 1. */
  alpha: number;
  /** Heavier lines, for selected bones. */
  strong: boolean;
  /** A factor for every opacity: 1, or less for bones in the background. */
  presence: number;
}

/**
 * Half the width of a bone with a length in pixels. @param widest the upper limit, larger if the mesh is large on
 * screen.
 */
export const halfWidth = (length: number, widest = WIDEST): number =>
  Math.min(Math.max(WIDEST, widest), Math.max(NARROWEST, WIDTH * length));

export const shade = (colour: Rgb, factor: number): Rgb => [
  colour[0] * factor,
  colour[1] * factor,
  colour[2] * factor,
];

/** The point at a fraction of the bone's length, and `aside` pixels to its left. */
export function pointAlong({ head, tail }: FlatBone, t: number, aside = 0): ViewPoint {
  const [dx, dy] = [tail[0] - head[0], tail[1] - head[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [head[0] + t * dx - (aside * dy) / length, head[1] + t * dy + (aside * dx) / length];
}

/** Draws a flat octahedron: widest near the head, with one side in shade. */
export function drawOctahedron(shapes: Shapes, bone: FlatBone, look: BoneLook): void {
  const { head, tail, half } = bone;
  if (Math.hypot(tail[0] - head[0], tail[1] - head[1]) < 2) return;
  const [left, right] = [pointAlong(bone, WAIST, half), pointAlong(bone, WAIST, -half)];
  drawBody(shapes, [head, left, tail], [head, right, tail], look);
}

/** Draws a body between two sides with the same ends: the first in light, the second in shade. */
export function drawBody(
  shapes: Shapes,
  left: readonly ViewPoint[],
  right: readonly ViewPoint[],
  look: BoneLook,
): void {
  const { colour, edge, alpha, strong, presence } = look;
  for (const side of [left, right]) {
    shapes.polyline(side, strong ? 4 : 2.6, CASING, (strong ? 0.75 : 0.5) * presence);
  }
  const last = left.length - 1;
  for (const [side, light] of [
    [left, 0.95],
    [right, 0.62],
  ] as const) {
    for (let n = 1; n < last; n++) {
      shapes.triangle(side[0], side[n], side[n + 1], shade(colour, light), alpha * presence);
    }
  }
  for (const side of [left, right]) shapes.polyline(side, strong ? 1.8 : 1.1, edge, 0.95 * presence);
}

/** Draws a joint: a ring with a dark centre and casing. */
export function drawJoint(shapes: Shapes, at: ViewPoint, radius: number, colour: Rgb, presence = 1): void {
  shapes.disc(at, radius + 1.6, CASING, 0.8 * presence);
  shapes.disc(at, radius + 0.6, colour, presence);
  shapes.disc(at, radius - 0.8, CASING, presence);
}

/** The approximate distance of a point from a flat octahedron, in pixels; negative inside. */
export function awayFromBone({ head, tail, half }: FlatBone, x: number, y: number): number {
  const [dx, dy] = [tail[0] - head[0], tail[1] - head[1]];
  const length = Math.hypot(dx, dy);
  const t = length > 0 ? ((x - head[0]) * dx + (y - head[1]) * dy) / length ** 2 : 0;
  const along = Math.min(1, Math.max(0, t));
  const width = half * (along < WAIST ? along / WAIST : (1 - along) / (1 - WAIST));
  return Math.hypot(x - head[0] - along * dx, y - head[1] - along * dy) - width;
}
