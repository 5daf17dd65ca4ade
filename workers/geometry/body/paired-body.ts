import type { UpAxis } from "../../model/mesh/mesh-sequence";
import { turnedRound } from "../../model/rig/bone-tree";
import type { Bone, Rig } from "../../model/rig/rig";
import { type BodyShape, bodyShape } from "./body-shape";
import { type BonePairs, bonePairs, COST_OF_ONE } from "./bone-pairs";

/** The number of bones to try as the root, starting in the middle of the tree. */
const TRIED = 6;
/** Other roots are tried if the mean cost of a bone is above this. It is lower if the root lies in the trunk. */
const WELL_PAIRED = 0.012;
/** Another root must cost this much less than the rig's own. */
const BETTER = COST_OF_ONE / 4;

/**
 * The shape of a body and its pairs of bones. After an extraction the root may lie in a limb, so left and right do not
 * hang on the same bone. The tree then gets another root in the middle, with which more bones pair.
 */
export function pairedBody(rig: Rig, upAxis: UpAxis): { shape: BodyShape; pairs: BonePairs } {
  const shape = bodyShape(rig, upAxis);
  let best = { shape, ...bonePairs(shape) };
  if (shape.roots.length !== 1 || best.cost <= WELL_PAIRED * rig.bones.length) return best;
  for (const bone of byBalance(rig.bones).slice(0, TRIED)) {
    const bones = turnedRound(rig.bones, bone, shape.middles[bone]);
    const turned = bodyShape({ ...rig, bones }, upAxis);
    const found = bonePairs(turned);
    const isMiddle = found.pairs.partner[bone] === bone;
    if (isMiddle && found.cost < best.cost - BETTER) best = { shape: turned, ...found };
  }
  return best;
}

/** Bones of one tree, sorted by the size of their largest branch when they are the root, the smallest first. */
function byBalance(bones: readonly Bone[]): number[] {
  const sizes = bones.map(() => 0);
  const largest = bones.map(() => 0);
  bones.forEach((_, j) => {
    for (let at = j; at >= 0; at = bones[at].parent) sizes[at]++;
  });
  bones.forEach(({ parent }, j) => {
    largest[j] = Math.max(largest[j], bones.length - sizes[j]);
    if (parent >= 0) largest[parent] = Math.max(largest[parent], sizes[j]);
  });
  return [...bones.keys()].sort((a, b) => largest[a] - largest[b] || a - b);
}
