import type { Bone } from "./rig";
import type { SparseWeights } from "./sparse-weights";

/** "hand_end", "toe_end.L", "HeadTop_End", "hand_leaf", "Bip01 Nub". */
const END_NAME = /(?:[_. ](?:end|leaf)(?:[_. ][lr])?|end ?site|nub)$/i;
/** "ToeEnd", but not "Bend". */
const END_WORD = /[a-z]End$/;

/** Whether a joint's name says that it only marks the end of its parent's bone. */
export const isEndName = (name: string): boolean => END_NAME.test(name) || END_WORD.test(name);

/** Marks end joints in the bones of a file: last joints of a chain that have no weights and a name like "hand_end". */
export function withEndBones(bones: readonly Bone[], weights: SparseWeights): Bone[] {
  const carries = new Set(bones.map(({ parent }) => parent));
  const moving = new Set<number>();
  weights.bones.forEach((j, e) => {
    if (weights.values[e] > 0) moving.add(j);
  });
  return bones.map((bone, j) => {
    const isEnd = bone.parent >= 0 && !carries.has(j) && !moving.has(j) && isEndName(bone.name);
    return isEnd ? { ...bone, end: true } : bone;
  });
}
