import type { JointLimits } from "../../rig/rig";
import { type BoneLimits, DEFAULT_LIMITS, type Point } from "../skeleton";

/** The limits of a segment as limits of a joint; null for the default limits that every segment gets. */
export function ownLimits({ swing, twist, hinge }: BoneLimits): JointLimits | null {
  if (hinge) return { swing, twist: [...twist], hinge: { ...hinge } };
  const isDefault =
    swing === DEFAULT_LIMITS.swing && twist.every((angle, n) => angle === DEFAULT_LIMITS.twist[n]);
  return isDefault ? null : { swing, twist: [...twist] };
}

/**
 * Limits with the hinge's axis turned with the skeleton.
 * @param turn a rotation, row-major 3x3.
 */
export function turnedLimits<T extends Pick<BoneLimits, "hinge">>(limits: T, turn: ArrayLike<number>): T {
  const { hinge } = limits;
  if (!hinge) return limits;
  const axis = [0, 3, 6].map((row) => hinge.axis.reduce((sum, x, c) => sum + turn[row + c] * x, 0));
  return { ...limits, hinge: { ...hinge, axis: axis as Point } };
}
