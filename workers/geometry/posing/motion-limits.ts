import { poseOfMatrices } from "../../model/rig/pose";
import type { JointLimits, Rig } from "../../model/rig/rig";
import { swingTwist } from "./joint-limits";
import { boneDirection } from "./posed-bones";
import { angleOf, turnAt } from "./turns";

/** What joints get beyond the range of their motion, in radians. */
export const LIMIT_MARGIN = Math.PI / 18;

/**
 * The limits within which each joint stays over all frames of the rig's motion, and a margin. Null for roots, which
 * turn freely. The time grows with F·B.
 */
export function limitsOfMotion(rig: Rig, margin = LIMIT_MARGIN): (JointLimits | null)[] {
  const { bones, motion } = rig;
  const size = 12 * bones.length;
  const axes = bones.map((_, j) => boneDirection(bones, j));
  const ranges = bones.map((): JointLimits => ({ swing: 0, twist: [0, 0] }));
  for (let at = 0; at < motion.length; at += size) {
    const { rotations } = poseOfMatrices(bones, motion.subarray(at, at + size), "");
    ranges.forEach((range, j) => {
      const { swing, twist } = swingTwist(turnAt(rotations, j), axes[j]);
      range.swing = Math.max(range.swing, angleOf(swing));
      range.twist = [Math.min(range.twist[0], twist), Math.max(range.twist[1], twist)];
    });
  }
  return ranges.map(({ swing, twist: [least, most] }, j) =>
    bones[j].parent < 0
      ? null
      : {
          swing: Math.min(Math.PI, swing + margin),
          twist: [Math.max(-Math.PI, least - margin), Math.min(Math.PI, most + margin)],
        },
  );
}
