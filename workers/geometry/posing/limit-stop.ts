/** Finds where a turn about one axis stops because the joint reaches its limits. */
import type { JointLimits } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { excess } from "./joint-limits";
import type { Turn } from "./turns";

/** The largest angle between two rotations that are tried on the way, in radians. */
const STEP = Math.PI / 90;
/** A rotation that exceeds its limits by less is within them. */
const WITHIN = 1e-4;
const HALVINGS = 24;

/**
 * The farthest angle between 0 and `angle` up to which a joint keeps its limits. A joint that starts beyond its limits
 * may turn as long as it does not go farther out.
 * @param at the joint's rotation relative to its parent, at an angle in radians.
 * @param axis direction of the bone at rest.
 */
export function stopAtLimits(
  at: (angle: number) => Turn,
  angle: number,
  axis: Point,
  limits: JointLimits | undefined,
): number {
  if (!limits || angle === 0) return angle;
  let most = Math.max(WITHIN, excess(at(0), axis, limits) + WITHIN);
  const steps = Math.ceil(Math.abs(angle) / STEP);
  for (let n = 1; n <= steps; n++) {
    const out = excess(at((angle * n) / steps), axis, limits);
    if (out > most) return halfWay((angle * (n - 1)) / steps, (angle * n) / steps, most);
    // Once it has come closer to its limits, it may not go farther out again.
    most = Math.min(most, Math.max(WITHIN, out + WITHIN));
  }
  return angle;

  function halfWay(inside: number, outside: number, allowed: number): number {
    let [low, high] = [inside, outside];
    for (let n = 0; n < HALVINGS; n++) {
      const middle = (low + high) / 2;
      if (excess(at(middle), axis, limits) > allowed) high = middle;
      else low = middle;
    }
    return low;
  }
}
