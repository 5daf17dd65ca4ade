/** Poses on the other side of a body, and poses between others. */
import type { Pose } from "../../model/rig/pose";
import type { Point } from "../../model/skeleton/skeleton";
import { type Plane, reflectedDirection } from "../body/body-plane";
import { scaled } from "../vectors";
import { slerp, type Turn, turnAt } from "./turns";

/**
 * The pose in a mirror: each bone of `onto` takes the mirrored rotation and shift of its partner. A rotation's axis is
 * a pseudo-vector: the mirror turns it round. The result is the mirror image of the posed body where the rest pose is
 * symmetric in the plane.
 * @param partner the mirror image of each bone, itself in the middle; a bone without (−1) stays as it is.
 * @param onto the bones that change; all by default.
 */
export function mirroredPose(
  pose: Pose,
  partner: ArrayLike<number>,
  plane: Plane,
  onto: Iterable<number> = Array.from(partner, (_, j) => j),
): Pose {
  const rotations = pose.rotations.slice();
  const translations = pose.translations.slice();
  for (const j of onto) {
    const from = partner[j];
    if (from < 0) continue;
    const [x, y, z, w] = turnAt(pose.rotations, from);
    rotations.set([...scaled(reflectedDirection(plane, [x, y, z]), -1), w], 4 * j);
    const shift: Point = [0, 1, 2].map((c) => pose.translations[3 * from + c]) as Point;
    translations.set(reflectedDirection(plane, shift), 3 * j);
  }
  return { name: pose.name, rotations, translations };
}

/** The pose at a part of the way from `a` to `b`: 0 is `a`, 1 is `b`. Each joint takes the shorter way. */
export function blendedPose(a: Pose, b: Pose, part: number): Pose {
  const rotations = new Float32Array(a.rotations.length);
  for (let j = 0; 4 * j < rotations.length; j++) {
    const turn: Turn = slerp(turnAt(a.rotations, j), turnAt(b.rotations, j), part);
    rotations.set(turn, 4 * j);
  }
  const translations = a.translations.map((x, n) => x + part * (b.translations[n] - x));
  return { name: a.name, rotations, translations };
}
