import { turnedLimits } from "../skeleton/fit/own-limits";
import { turnedAxes } from "./axes";
import type { Bone } from "./rig";

/**
 * A bone that was moved, turned and scaled with all its parts.
 * @param head its new place.
 * @param turn a rotation, row-major 3x3.
 */
export function placedBone<T extends Bone>(
  bone: T,
  head: Bone["head"],
  turn: ArrayLike<number>,
  scale: number,
): T {
  const { axes, limits, tip } = bone;
  const row = (v: ArrayLike<number>, r: number) =>
    scale * (turn[3 * r] * v[0] + turn[3 * r + 1] * v[1] + turn[3 * r + 2] * v[2]);
  return {
    ...bone,
    head,
    ...(axes && { axes: turnedAxes(axes, turn) }),
    ...(limits && { limits: turnedLimits(limits, turn) }),
    ...(tip && { tip: [row(tip, 0), row(tip, 1), row(tip, 2)] as Bone["tip"] }),
  };
}
