import type { Rig } from "../../model/rig/rig";
import { closeJoints } from "../strict/cut";
import { orderOf, type SkeletonTree, treeOfRig } from "../tree/skeleton-tree";
import { meetingsIn } from "./one-place";

/**
 * Where several bones meet at one place, the motion does not tell which of them carries the others: two fingers of a
 * claw may both hang on the hand, or one of them on the other. They should hang on the bone that is nearest to the
 * root, as an animator would build it. So bones hang on their grandparents if all three meet at one place.
 * @param soft the same bones with soft joints.
 * @param error RMS error of the strict rig as a share of the diagonal.
 */
export function hungAtOnePlace(
  { strict, soft }: { strict: Rig; soft: Rig },
  error: number,
): { strict: Rig; soft: Rig } {
  const { tree } = treeAtOnePlace(strict, treeOfRig(strict), error);
  return { strict: closeJoints(strict, tree), soft: { ...soft, bones: bonesIn(soft, tree) } };
}

/** The same for a tree of a rig that does not have it yet. `hung` lists the bones that have another parent. */
export function treeAtOnePlace(
  rig: Rig,
  { parents, joints, order }: SkeletonTree,
  error: number,
): { tree: SkeletonTree; hung: number[] } {
  const tree = { parents: parents.slice(), joints: joints.slice() };
  const meet = meetingsIn(rig, error);
  const placeOf = (j: number) => tree.joints.subarray(3 * j, 3 * j + 3);
  const hung: number[] = [];
  for (const j of order) {
    const p = tree.parents[j];
    if (p < 0 || tree.parents[p] < 0) continue;
    const place = placeOf(p);
    if (!meet(j, p, placeOf(j), place)) continue;
    tree.parents[j] = tree.parents[p];
    tree.joints.set(place, 3 * j);
    hung.push(j);
  }
  return { tree: { ...tree, order: orderOf(tree.parents) }, hung };
}

const bonesIn = ({ bones }: Rig, { parents, joints }: Omit<SkeletonTree, "order">): Rig["bones"] =>
  bones.map((bone, j) => ({
    ...bone,
    parent: parents[j],
    head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]],
  }));
