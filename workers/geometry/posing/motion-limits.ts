import { symmetricEigen } from "../../math/symmetric-eigen";
import { unit } from "../../math/vectors";
import { poseOfMatrices } from "../../model/rig/pose";
import type { Hinge, JointLimits, Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { swingTwist } from "./joint-limits";
import { boneDirection } from "./posed-bones";
import { angleOf, type Turn, turnAt } from "./turns";

/** The margin that joints get beyond the range of their motion, in radians. */
export const LIMIT_MARGIN = Math.PI / 18;
/** A joint that turns less than this in the motion has no axis, in radians. */
const STILL = Math.PI / 60;

/** The rotation of each joint in each frame, relative to its parent: F lists of B. O(F·B). */
function turnsOfMotion({ bones, motion }: Rig): Turn[][] {
  const size = 12 * bones.length;
  return Array.from({ length: motion.length / size }, (_, k) => {
    const { rotations } = poseOfMatrices(bones, motion.subarray(k * size, (k + 1) * size), "");
    return bones.map((_bone, j) => turnAt(rotations, j));
  });
}

/**
 * The limits within which each joint stays over all frames of the rig's motion, plus a margin. Null for roots, which
 * turn freely. A hinge stays a hinge. The time grows with F·B.
 */
export function limitsOfMotion(rig: Rig, margin = LIMIT_MARGIN): (JointLimits | null)[] {
  const frames = turnsOfMotion(rig);
  return rig.bones.map(({ parent, limits }, j) => {
    if (parent < 0) return null;
    const turns = frames.map((frame) => frame[j]);
    const axis = boneDirection(rig.bones, j);
    const swing = Math.max(0, ...turns.map((turn) => angleOf(swingTwist(turn, axis).swing)));
    const found: JointLimits = {
      swing: Math.min(Math.PI, swing + margin),
      twist: rangeAbout(turns, axis, margin),
    };
    if (!limits?.hinge) return found;
    return { ...found, hinge: { ...limits.hinge, range: rangeAbout(turns, limits.hinge.axis, margin) } };
  });
}

/** The range of rotations about an axis, including 0 and a margin. */
function rangeAbout(turns: readonly Turn[], axis: Point, margin: number): [number, number] {
  const angles = turns.map((turn) => swingTwist(turn, axis).twist);
  return [
    Math.max(-Math.PI, Math.min(0, ...angles) - margin),
    Math.min(Math.PI, Math.max(0, ...angles) + margin),
  ];
}

/**
 * The hinge that is nearest to a joint's motion. Its axis is the one about which the joint turns most over all frames,
 * with the larger turns positive. Null if the joint hardly turns.
 */
export function hingeOfMotion(rig: Rig, bone: number, margin = LIMIT_MARGIN): Hinge | null {
  const turns = turnsOfMotion(rig).map((frame) => frame[bone]);
  if (!turns.some((turn) => angleOf(turn) > STILL)) return null;
  // The sum of a·aᵀ over the rotations, with a the axis times the sine of half the angle.
  const squares = new Float64Array(9);
  for (const turn of turns) {
    for (let n = 0; n < 9; n++) squares[n] += turn[Math.floor(n / 3)] * turn[n % 3];
  }
  const { vectors } = symmetricEigen(squares, 3);
  const along = unit([vectors[0], vectors[1], vectors[2]]);
  if (!along) return null;
  const range = rangeAbout(turns, along, margin);
  return -range[0] > range[1]
    ? { axis: [-along[0], -along[1], -along[2]], range: [-range[1], -range[0]] }
    : { axis: along, range };
}
