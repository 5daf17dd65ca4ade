import { minus } from "../../math/vectors";
import type { Pose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import { PosedBones } from "./posed-bones";
import { after, back, NO_TURN, turned } from "./turns";

/**
 * Transfers a pose to bones that were edited, removed or added, or that have another parent. Each bone points in the
 * same direction as before. A joint between the same two bones stays closed. A bone with another parent stays in its
 * place.
 * @param origin the former index of each bone. A new bone (−1) moves along with its parent.
 */
export function carriedPose(
  pose: Pose,
  before: readonly Bone[],
  bones: readonly Bone[],
  origin: ArrayLike<number>,
): Pose {
  const was = new PosedBones(before, pose);
  const now = new PosedBones(bones, {
    rotations: bones.flatMap(() => [0, 0, 0, 1]),
    translations: bones.flatMap(() => [0, 0, 0]),
  });
  bones.forEach(({ parent, head }, j) => {
    const from = origin[j];
    if (from < 0) {
      now.setLocal(j, NO_TURN, false, [j]);
      return;
    }
    const above = parent < 0 ? null : now.world[parent];
    now.setLocal(j, above ? after(back(above), was.world[from]) : was.world[from], false, [j]);
    if (parent >= 0 && origin[parent] >= 0 && origin[parent] === before[from].parent) {
      now.move(j, was.shifts[from]);
    } else {
      const by = minus(was.place({ bone: from, point: head }), now.heads[j]);
      now.move(j, above ? turned(back(above), by) : by);
    }
  });
  return now.toPose(pose.name);
}

/**
 * Transfers a pose to the bones with the same names. Bones that the pose does not have move along with their parents.
 */
export function poseByName(pose: Pose, before: readonly Bone[], bones: readonly Bone[]): Pose {
  const numbers = new Map(before.map(({ name }, j) => [name, j]));
  return carriedPose(
    pose,
    before,
    bones,
    bones.map(({ name }) => numbers.get(name) ?? -1),
  );
}
