/** About which axes a joint may turn: all three, or fewer where its limits hold it back. */
import { swingTwist } from "../../geometry/posing/joint-limits";
import { after, angleOf, back, type Turn, turned } from "../../geometry/posing/turns";
import { cross, dot, minus, scaled, unit } from "../../geometry/vectors";
import { nearestQuaternion } from "../../math/best-rotation";
import type { JointLimits } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";

/** A joint within this angle of a limit rests on it, in radians. */
const AT_LIMIT = 1e-7;

const ALL: readonly Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The rotation of bone k in a pose, 3 rows of 4h; without its size. */
export function turnOf(pose: Float64Array, h: number, k: number): Turn {
  const rows = [0, 1, 2].flatMap((a) => Array.from(pose.subarray(4 * (a * h + k), 4 * (a * h + k) + 3)));
  return Array.from(nearestQuaternion(rows)) as Turn;
}

/** The rotation of a bone relative to its parent. */
export const relative = (parent: Readonly<Turn>, own: Readonly<Turn>): Turn => after(back(parent), own);

/**
 * World axes about which a joint may turn without leaving its limits, orthonormal. An axis is closed if the joint rests
 * on a limit and the error pushes it outwards.
 * @param parent rotation of the parent. @param own rotation of the bone.
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

/** Whether a value rests on the end of its range that the error pushes it over. */
function closedSides(value: number, [least, most]: [number, number], push: number): boolean {
  return (value >= most - AT_LIMIT && push > 0) || (value <= least + AT_LIMIT && push < 0);
}

/** The two turns that leave the twist as it is: of the swing's angle, and of its direction. */
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
