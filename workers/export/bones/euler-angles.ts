import type { RotationOrder } from "../../model/files/export/skeleton-export";

/** Below this cosine of the middle angle, the first and the last turn about the same axis. */
const LOCKED = 1e-6;
const TURN = 2 * Math.PI;

/** The axes of an order, first to last: "ZXY" → [2, 0, 1]. */
export const axesOf = (order: RotationOrder): [number, number, number] =>
  Array.from(order, (letter) => "XYZ".indexOf(letter)) as [number, number, number];

const nearest = (angle: number, before: number) => angle - TURN * Math.round((angle - before) / TURN);

/**
 * Angles in radians about the axes of `order` that give the rotation `r` (row-major 3x3) as R_i(a) · R_j(b) · R_k(c).
 * It chooses the angles nearest to `before`, so that a curve has no jumps.
 */
export function eulerAngles(r: ArrayLike<number>, order: RotationOrder, before: ArrayLike<number>): number[] {
  const [i, j, k] = axesOf(order);
  const at = (row: number, column: number) => r[3 * row + column];
  const parity = (j - i + 3) % 3 === 1 ? 1 : -1;
  const sine = parity * at(i, k);
  const cosine = Math.hypot(at(i, i), at(i, j));
  if (cosine < LOCKED) {
    // The turns about the first and the last axis are the same turn: the last keeps its angle.
    const both = Math.atan2(parity * at(j, i), at(j, j));
    const first = parity * sine > 0 ? both - before[2] : before[2] - both;
    return [nearest(first, before[0]), nearest(Math.atan2(sine, cosine), before[1]), before[2]];
  }
  const a = Math.atan2(-parity * at(j, k), at(k, k));
  const b = Math.atan2(sine, cosine);
  const c = Math.atan2(-parity * at(i, j), at(i, i));
  const choices = [
    [a, b, c],
    [a + Math.PI, Math.PI - b, c + Math.PI],
  ].map((angles) => angles.map((angle, n) => nearest(angle, before[n])));
  const far = (angles: number[]) => angles.reduce((sum, angle, n) => sum + Math.abs(angle - before[n]), 0);
  return far(choices[1]) < far(choices[0]) ? choices[1] : choices[0];
}
