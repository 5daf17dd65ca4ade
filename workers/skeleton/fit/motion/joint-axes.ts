/** Finds the axes about which a joint may turn: all three, or fewer if its limits stop it. */
import { swingTwist } from "../../../geometry/posing/joint-limits";
import { after, angleOf, back, type Turn, turned } from "../../../geometry/posing/turns";
import { nearestQuaternion } from "../../../math/best-rotation";
import { cross, dot, minus, scaled, unit } from "../../../math/vectors";
import type { JointLimits } from "../../../model/rig/rig";
import type { Point } from "../../../model/skeleton/skeleton";

/** A joint within this angle of a limit rests on it, in radians. */
const AT_LIMIT = 1e-7;

const ALL: readonly Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A 3x3 is a rotation times a size if its rows are perpendicular, up to this share of their squared length. */
const EXACT = 1e-9;

const linear = new Float64Array(9);

/** The rotation of bone k without its size, in a pose of 3 rows of 4h. */
export function turnInPose(pose: Float64Array, h: number, k: number): Turn {
  for (let a = 0; a < 3; a++) {
    const at = 4 * (a * h + k);
    for (let c = 0; c < 3; c++) linear[3 * a + c] = pose[at + c];
  }
  return exactTurn(linear) ?? (Array.from(nearestQuaternion(linear)) as Turn);
}

/** The rotation of a 3x3 that is a rotation times a size, as most are; null for any other. */
function exactTurn(m: Float64Array): Turn | null {
  const square = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
  const second = m[3] * m[3] + m[4] * m[4] + m[5] * m[5];
  const across = m[0] * m[3] + m[1] * m[4] + m[2] * m[5];
  if (!(square > 1e-12) || Math.abs(across) + Math.abs(second - square) > EXACT * square) return null;
  const size = Math.sqrt(square);
  // The third row of a rotation is the cross product of the others. A mirrored or sheared bone fails this test.
  const third = [m[1] * m[5] - m[2] * m[4], m[2] * m[3] - m[0] * m[5], m[0] * m[4] - m[1] * m[3]];
  for (let c = 0; c < 3; c++) if (Math.abs(third[c] - size * m[6 + c]) > EXACT * square) return null;
  return quaternionOf(m, 1 / size);
}

/** The unit quaternion of the rotation `by` · m, with m a row-major 3x3. Computed from its largest component. */
function quaternionOf(m: Float64Array, by: number): Turn {
  const [x, y, z] = [by * m[0], by * m[4], by * m[8]];
  const squares = [1 + x - y - z, 1 - x + y - z, 1 - x - y + z, 1 + x + y + z];
  let most = 0;
  for (let c = 1; c < 4; c++) if (squares[c] > squares[most]) most = c;
  const s = by / (2 * Math.sqrt(squares[most]));
  const [a, b, c] = [s * (m[7] - m[5]), s * (m[2] - m[6]), s * (m[3] - m[1])];
  const [d, e, f] = [s * (m[1] + m[3]), s * (m[2] + m[6]), s * (m[5] + m[7])];
  const own = squares[most] * (s / by);
  const turn: Turn =
    most === 0 ? [own, d, e, a] : most === 1 ? [d, own, f, b] : most === 2 ? [e, f, own, c] : [a, b, c, own];
  return turn[3] < 0 ? [-turn[0], -turn[1], -turn[2], -turn[3]] : turn;
}

/** The rotation of a bone relative to its parent. */
export const relative = (parent: Readonly<Turn>, own: Readonly<Turn>): Turn => after(back(parent), own);

/**
 * Orthonormal world axes about which a joint may turn without leaving its limits. An axis is closed if the joint is at
 * a limit and the error pushes it outwards.
 * @param parent rotation of the parent.
 * @param own rotation of the bone.
 * @param axis unit direction of the bone at rest.
 * @param slope the turn that lowers the error fastest.
 */
export function openAxes(
  parent: Readonly<Turn>,
  own: Readonly<Turn>,
  axis: Point,
  limits: JointLimits | undefined,
  slope: Point,
): readonly Point[] {
  if (!limits) return ALL;
  if (limits.hinge) {
    const about = turned(parent, limits.hinge.axis);
    const { twist } = swingTwist(relative(parent, own), limits.hinge.axis);
    return closedSides(twist, limits.hinge.range, dot(slope, about)) ? [] : [about];
  }
  const { swing, twist } = swingTwist(relative(parent, own), axis);
  const [before, along] = [turned(parent, axis), turned(own, axis)];
  const closed = closedSides(twist, limits.twist, dot(slope, along));
  const angle = angleOf(swing);
  const sign = swing[3] < 0 ? -1 : 1;
  const about = unit([sign * swing[0], sign * swing[1], sign * swing[2]], 1e-12);
  const outwards = about ? turned(parent, about) : null;
  const isStiff = limits.swing <= AT_LIMIT;
  const swings = !(isStiff || (outwards && angle >= limits.swing - AT_LIMIT && dot(slope, outwards) > 0));
  if (!closed && swings) return ALL;
  const axes: Point[] = [];
  if (!closed) axes.push(along);
  if (swings && closed) axes.push(...across(along, before, outwards));
  if (!swings && !isStiff) axes.push(minus(before, along));
  return orthonormal(axes);
}

/** Whether a value is at an end of its range and the error pushes it further out. */
function closedSides(value: number, [least, most]: [number, number], push: number): boolean {
  return (value >= most - AT_LIMIT && push > 0) || (value <= least + AT_LIMIT && push < 0);
}

/** The two turns that keep the twist: one changes the swing's angle, the other its direction. */
function across(along: Point, before: Point, outwards: Point | null): Point[] {
  if (outwards) return [outwards, minus(before, along)];
  const any = unit(cross(along, Math.abs(along[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0]))!;
  return [any, cross(along, any)];
}

function orthonormal(axes: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (const axis of axes) {
    const rest = out.reduce((left, e) => minus(left, scaled(e, dot(left, e))), axis);
    const direction = unit(rest, 1e-9);
    if (direction) out.push(direction);
  }
  return out;
}
