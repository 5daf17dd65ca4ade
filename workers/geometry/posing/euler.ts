/** Rotations as three angles in degrees, for fields that artists type into. */
import type { Point } from "../../model/skeleton/skeleton";
import { after, back, normalized, type Turn } from "./turns";

const DEGREE = Math.PI / 180;

/**
 * The turn about y, then about the turned x, then about the turned z: with y along a bone, the twist comes first and
 * the two bends after it. Angles in degrees.
 */
export function fromAngles([x, y, z]: Point): Turn {
  const half = (degrees: number) => (degrees * DEGREE) / 2;
  const about = (axis: 0 | 1 | 2, degrees: number): Turn => {
    const q: Turn = [0, 0, 0, Math.cos(half(degrees))];
    q[axis] = Math.sin(half(degrees));
    return q;
  };
  return normalized(after(about(1, y), after(about(0, x), about(2, z))));
}

/**
 * The angles of a turn: x within ±90°, y and z within ±180°. If x is ±90°, only a combination of y and z is known; z is
 * then 0.
 */
export function toAngles([a, b, c, w]: Readonly<Turn>): Point {
  // Entries of the rotation matrix R = Ry · Rx · Rz.
  const r12 = 2 * (b * c - w * a);
  const x = Math.asin(Math.min(1, Math.max(-1, -r12)));
  if (Math.abs(r12) > 1 - 1e-7) {
    const y = Math.atan2(2 * (w * b - a * c), 1 - 2 * (b * b + c * c));
    return [x / DEGREE, y / DEGREE, 0];
  }
  const y = Math.atan2(2 * (a * c + w * b), 1 - 2 * (a * a + b * b));
  const z = Math.atan2(2 * (a * b + w * c), 1 - 2 * (a * a + c * c));
  return [x / DEGREE, y / DEGREE, z / DEGREE];
}

/**
 * A bone's rotation relative to its rest pose, in its own axes.
 * @param axes the turn from the world's axes to the bone's own.
 */
export const inAxes = (q: Readonly<Turn>, axes: Readonly<Turn>): Turn => after(back(axes), after(q, axes));

/** The opposite: from a bone's own axes to the axes of the rest pose. */
export const fromAxes = (q: Readonly<Turn>, axes: Readonly<Turn>): Turn => after(axes, after(q, back(axes)));
