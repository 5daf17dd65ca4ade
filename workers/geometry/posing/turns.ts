/** Rotations as unit quaternions x, y, z, w. */

import { cross, dot, scaled, unit } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";

export type Turn = [x: number, y: number, z: number, w: number];

export const NO_TURN: Readonly<Turn> = [0, 0, 0, 1];

export const turnAt = (rotations: ArrayLike<number>, j: number): Turn => [
  rotations[4 * j],
  rotations[4 * j + 1],
  rotations[4 * j + 2],
  rotations[4 * j + 3],
];

/** A vector shorter than this has no direction. */
const NO_LENGTH = 1e-12;

// Math.hypot takes ten times as long, and inverse kinematics calls this a hundred thousand times a second.
const lengthOf = (v: Point): number => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

/** The turn by `b`, followed by `a`. */
export const after = (a: Readonly<Turn>, b: Readonly<Turn>): Turn => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const back = ([x, y, z, w]: Readonly<Turn>): Turn => [-x, -y, -z, w];

export function normalized(q: Readonly<Turn>): Turn {
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return size > 0 ? [q[0] / size, q[1] / size, q[2] / size, q[3] / size] : [0, 0, 0, 1];
}

/** The vector turned by a quaternion. */
export function turned(q: Readonly<Turn>, v: Point): Point {
  const [x, y, z, w] = q;
  const a = 2 * (y * v[2] - z * v[1]);
  const b = 2 * (z * v[0] - x * v[2]);
  const c = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * a + y * c - z * b, v[1] + w * b + z * a - x * c, v[2] + w * c + x * b - y * a];
}

/** The turn by an angle in radians about a unit axis. */
export function about(axis: Point, angle: number): Turn {
  const [x, y, z] = scaled(axis, Math.sin(angle / 2));
  return [x, y, z, Math.cos(angle / 2)];
}

/** The smallest turn from one direction to another; no turn if one has no length. */
export function between(from: Point, to: Point): Turn {
  const [far, away] = [lengthOf(from), lengthOf(to)];
  if (far < NO_LENGTH || away < NO_LENGTH) return [...NO_TURN];
  const w = far * away + dot(from, to);
  if (w > 1e-9 * far * away) return normalized([...cross(from, to), w]);
  // For opposite directions, half a turn about any perpendicular axis.
  const a = unit(from)!;
  const least = a.map(Math.abs).indexOf(Math.min(...a.map(Math.abs)));
  const axis = unit(cross(a, [0, 1, 2].map((c) => (c === least ? 1 : 0)) as Point))!;
  return [...axis, 0];
}

/** The angle of a turn, 0 to π. */
export const angleOf = ([x, y, z, w]: Readonly<Turn>): number =>
  2 * Math.atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(w));
