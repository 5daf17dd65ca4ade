import type { UpAxis } from "../../model/mesh/mesh-sequence";
import { turnedRound } from "../../model/rig/bone-tree";
import type { Bone, Rig } from "../../model/rig/rig";
import { type BodyShape, bodyShape } from "./body-shape";
import { type BonePairs, bonePairs, COST_OF_ONE } from "./bone-pairs";

/** Bones that are tried as the root, those in the middle of the tree first. */
const TRIED = 6;
/** Other roots are tried if a bone costs more than this on average. A body that is seen from its trunk costs less. */
const WELL_PAIRED = 0.012;

/**
 * The shape of a body and its pairs of bones. The root may lie in a limb, as it may after an extraction: then left and
 * right do not hang on the same bone, and the body is looked at from a bone of the middle from where more of them pair.
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
    if (isMiddle && found.cost < best.cost - COST_OF_ONE) best = { shape: turned, ...found };
  }
  return best;
}

/** Bones of one tree, those first whose largest branch is smallest when they are the root. */
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
