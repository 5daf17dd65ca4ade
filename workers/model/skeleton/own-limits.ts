import type { JointLimits } from "../rig/rig";
import { type BoneLimits, DEFAULT_LIMITS } from "./skeleton";

/** The limits of a segment as a joint's; null for those that every segment gets, which say nothing. */
export function ownLimits({ swing, twist }: BoneLimits): JointLimits | null {
  const isDefault =
    swing === DEFAULT_LIMITS.swing && twist.every((angle, n) => angle === DEFAULT_LIMITS.twist[n]);
  return isDefault ? null : { swing, twist: [...twist] };
}
