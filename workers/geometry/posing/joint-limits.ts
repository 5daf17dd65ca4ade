/** How far a joint may turn from its rest pose: a cone for the bone's direction, and a range about its axis. */
import type { JointLimits } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { dot, scaled, unit } from "../vectors";
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
  // Half a turn across the axis has no twist of its own.
  const twist = Math.hypot(along, q[3]) < 1e-12 ? 0 : 2 * Math.atan2(along, q[3]);
  const wrapped = twist > Math.PI ? twist - 2 * Math.PI : twist <= -Math.PI ? twist + 2 * Math.PI : twist;
  return { swing: normalized(after(q, back(about(axis, wrapped)))), twist: wrapped };
}

/** The rotation within its limits that is nearest in swing and in twist; the same one if it keeps them. */
export function limited(q: Readonly<Turn>, axis: Point, limits: JointLimits | undefined): Turn {
  if (!limits) return [...q];
  const { swing, twist } = swingTwist(q, axis);
  const angle = angleOf(swing);
  const kept = Math.min(limits.twist[1], Math.max(limits.twist[0], twist));
  if (angle <= limits.swing && kept === twist) return [...q];
  const sign = swing[3] < 0 ? -1 : 1;
  const across = unit(scaled([swing[0], swing[1], swing[2]], sign), 1e-15);
  const cone = across ? about(across, Math.min(angle, limits.swing)) : ([0, 0, 0, 1] as Turn);
  return normalized(after(cone, about(axis, kept)));
}
