import { carriedPose } from "../../../workers/geometry/posing/carried-pose";
import { distance } from "../../../workers/math/vectors";
import { boundsOf } from "../../../workers/model/mesh/mesh-sequence";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Bone } from "../../../workers/model/rig/rig";

/**
 * Two bones of the same name are the same bone if their joints are at most this far apart, as a fraction of the
 * skeleton's size.
 */
const NEAR = 0.05;
/** A bone is at rest if it turns and moves by less than this. */
const AT_REST = 1e-5;

/**
 * The poses that fit another set of bones, converted to them. A pose fits if every bone that it turns or moves still
 * exists.
 * @param origin the former index of each bone, −1 for a new one; if left out, bones are known by name and place.
 */
export function fittingPoses(
  poses: readonly Pose[],
  before: readonly Bone[],
  bones: readonly Bone[],
  origin: ArrayLike<number> = originByName(before, bones),
): readonly Pose[] {
  const isSame =
    bones.length === before.length &&
    bones.every(({ parent }, j) => origin[j] === j && before[j].parent === parent);
  if (poses.length === 0 || isSame) return poses;
  const kept = new Set(Array.from(origin));
  const fits = (pose: Pose) => before.every((_, j) => kept.has(j) || isAtRest(pose, j));
  return poses.filter(fits).map((pose) => carriedPose(pose, before, bones, origin));
}

function originByName(before: readonly Bone[], bones: readonly Bone[]): Int32Array {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(before.flatMap(({ head }) => head));
  const near = NEAR * Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  const at = new Map(before.map(({ name }, j) => [name, j]));
  return Int32Array.from(bones, ({ name, head }) => {
    const from = at.get(name) ?? -1;
    return from >= 0 && distance(head, before[from].head) <= near ? from : -1;
  });
}

function isAtRest({ rotations, translations }: Pose, j: number): boolean {
  const turn = Math.hypot(...rotations.subarray(4 * j, 4 * j + 3));
  return turn < AT_REST && Math.hypot(...translations.subarray(3 * j, 3 * j + 3)) < AT_REST;
}
