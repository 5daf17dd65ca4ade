/**
 * Limits for how far a joint may turn from its rest pose: a cone for the bone's direction and a range of twists about
 * it, or a range about the axis of a hinge.
 */

import { dot, scaled, unit } from "../../math/vectors";
import type { Hinge, JointLimits } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { about, after, angleOf, back, normalized, type Turn } from "./turns";

/** A rotation as a twist about an axis, followed by a swing of that axis. */
export interface SwingTwist {
  swing: Turn;
  /** Signed angle about the axis, −π to π. */
  twist: number;
}

/** @param axis unit vector along the bone at rest. */
export function swingTwist(q: Readonly<Turn>, axis: Point): SwingTwist {
  const along = dot([q[0], q[1], q[2]], axis);
  // After half a turn across the axis, the twist is undefined.
  const twist = Math.hypot(along, q[3]) < 1e-12 ? 0 : 2 * Math.atan2(along, q[3]);
  const wrapped = twist > Math.PI ? twist - 2 * Math.PI : twist <= -Math.PI ? twist + 2 * Math.PI : twist;
  return { swing: normalized(after(q, back(about(axis, wrapped)))), twist: wrapped };
}

/** The rotation within limits that is nearest in swing and in twist; the given one if it is within them. */
export function withinLimits(q: Readonly<Turn>, axis: Point, limits: JointLimits | undefined): Turn {
  if (!limits) return [...q];
  if (limits.hinge) return hinged(q, limits.hinge);
  const { swing, twist } = swingTwist(q, axis);
  const angle = angleOf(swing);
  const kept = Math.min(limits.twist[1], Math.max(limits.twist[0], twist));
  if (angle <= limits.swing && kept === twist) return [...q];
  const sign = swing[3] < 0 ? -1 : 1;
  const across = unit(scaled([swing[0], swing[1], swing[2]], sign), 1e-15);
  const cone = across ? about(across, Math.min(angle, limits.swing)) : ([0, 0, 0, 1] as Turn);
  return normalized(after(cone, about(axis, kept)));
}

/** The turn about a hinge that is nearest to a rotation, within the hinge's range. */
function hinged(q: Readonly<Turn>, { axis, range: [least, most] }: Hinge): Turn {
  const { twist } = swingTwist(q, axis);
  if (twist >= least && twist <= most) return normalized(about(axis, twist));
  // Angles wrap around, so the nearer end may lie on the other side.
  const away = (angle: number) => Math.abs(Math.atan2(Math.sin(twist - angle), Math.cos(twist - angle)));
  return normalized(about(axis, away(least) < away(most) ? least : most));
}

/** The angle by which a rotation exceeds the limits, in radians; 0 within them. */
export const excess = (q: Readonly<Turn>, axis: Point, limits: JointLimits | undefined): number =>
  limits ? angleOf(after(back(withinLimits(q, axis, limits)), q)) : 0;

/** A joint is at its limit if it is this near to the end of its range, in radians. */
const AT_LIMIT = Math.PI / 360;

/** Whether a rotation lies on the edge of its limits, or beyond. */
export function atLimit(q: Readonly<Turn>, axis: Point, limits: JointLimits): boolean {
  const isEnd = (angle: number, [least, most]: [number, number]) =>
    angle < least + AT_LIMIT || angle > most - AT_LIMIT;
  if (limits.hinge) return isEnd(swingTwist(q, limits.hinge.axis).twist, limits.hinge.range);
  const { swing, twist } = swingTwist(q, axis);
  return angleOf(swing) > limits.swing - AT_LIMIT || isEnd(twist, limits.twist);
}
