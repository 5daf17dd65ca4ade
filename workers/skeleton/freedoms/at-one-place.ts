import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { gapOf } from "../report/measure-joints";
import { closeJoints } from "../strict/cut";
import { type SkeletonTree, treeOfRig } from "../tree/skeleton-tree";

/** Joints of one place lie within this share of the diagonal, for example on the axis of one hinge. */
const NEAR = 0.02;
/**
 * A joint may open by this share of the diagonal (RMS over the frames) before it is closed at its new place, or by this
 * share of the error if that is more.
 */
const OPENING = 2e-5;
const OF_ERROR = 0.1;

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
  const diagonal = restDiagonal(strict) || 2;
  const { order, ...tree } = treeOfRig(strict);
  const placeOf = (j: number) => tree.joints.subarray(3 * j, 3 * j + 3);
  const opening = diagonal * Math.max(OPENING, OF_ERROR * error);
  for (const j of order) {
    const p = tree.parents[j];
    if (p < 0 || tree.parents[p] < 0) continue;
    const place = placeOf(p);
    const apart = Math.hypot(...placeOf(j).map((x, c) => x - place[c]));
    if (apart > NEAR * diagonal || gapOf(strict, j, p, place) > opening) continue;
    tree.parents[j] = tree.parents[p];
    tree.joints.set(place, 3 * j);
  }
  const hung = { ...tree, order: treeOfRig({ bones: bonesIn(strict, tree) }).order };
  return { strict: closeJoints(strict, hung), soft: { ...soft, bones: bonesIn(soft, tree) } };
}

const bonesIn = ({ bones }: Rig, { parents, joints }: Omit<SkeletonTree, "order">): Rig["bones"] =>
  bones.map((bone, j) => ({
    ...bone,
    parent: parents[j],
    head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]],
  }));
