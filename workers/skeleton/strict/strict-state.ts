import type { SkeletonTree } from "../tree/skeleton-tree";

/**
 * A skeleton and its pose in every frame. The unknowns are the global rotations and the openings τ of the joints. With
 * τ = 0 below the roots, bones keep their lengths for any rotations. Coordinates are normalised.
 */
export interface StrictState {
  tree: SkeletonTree;
  /** 3F rows of 4h numbers: [R_k | τ_k] of all bones side by side. The τ of a root is the place of its joint. */
  pose: Float64Array;
}

export const copyOf = ({ tree, pose }: StrictState): StrictState => ({
  tree: { ...tree, joints: tree.joints.slice() },
  pose: pose.slice(),
});

/**
 * The pose that gives these global transforms with a tree.
 * @param bones 3F rows of 4h: [R | t].
 * @param closed whether to close joints. Then only rotations and the roots' places are kept.
 */
export function poseOf(
  bones: Float64Array,
  { parents, joints }: SkeletonTree,
  closed: boolean,
): Float64Array {
  const h = parents.length;
  const width = 4 * h;
  const pose = bones.slice();
  for (let row = 0; row < bones.length; row += width) {
    for (let k = 0; k < h; k++) {
      const p = parents[k];
      const at = (j: number) => {
        const b = row + 4 * j;
        const turned =
          bones[b] * joints[3 * k] + bones[b + 1] * joints[3 * k + 1] + bones[b + 2] * joints[3 * k + 2];
        return turned + bones[b + 3];
      };
      pose[row + 4 * k + 3] = p < 0 ? at(k) : closed ? 0 : at(k) - at(p);
    }
  }
  return pose;
}
