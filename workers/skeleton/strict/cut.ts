import type { Rig } from "../../model/rig/rig";
import type { SkeletonTree } from "../tree/skeleton-tree";

/**
 * Closes the joints of a rig. Each bone keeps its rotations, and its translations follow from its parent and the joint.
 * Roots stay. The bones get the parents and heads of the tree.
 * @param stays B flags: bones that keep their motion; null for none.
 */
export function closeJoints(
  rig: Rig,
  { parents, order, joints }: SkeletonTree,
  stays: Uint8Array | null = null,
): Rig {
  const B = rig.bones.length;
  const motion = Float64Array.from(rig.motion);
  for (let at = 0; at < motion.length; at += 12 * B) {
    for (const j of order) {
      if (parents[j] < 0 || stays?.[j]) continue;
      const [m, p] = [at + 12 * j, at + 12 * parents[j]];
      for (let row = 0; row < 12; row += 4) {
        let t = motion[p + row + 3];
        for (let c = 0; c < 3; c++) t += (motion[p + row + c] - motion[m + row + c]) * joints[3 * j + c];
        motion[m + row + 3] = t;
      }
    }
  }
  const bones = rig.bones.map((bone, j) => ({
    ...bone,
    parent: parents[j],
    head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]] as [number, number, number],
  }));
  return { ...rig, bones, motion: Float32Array.from(motion) };
}
