import type { Bone } from "../../model/rig/rig";

/**
 * How many bones turn when a bone's end is dragged, if nothing else is asked: those up to where its limb begins, at the
 * next bone above that carries several. At least two where there are two.
 */
export function defaultChain(bones: readonly Bone[], bone: number): number {
  const carries = bones.map(() => 0);
  for (const { parent } of bones) if (parent >= 0) carries[parent]++;
  let count = 1;
  for (let j = bones[bone].parent; j >= 0 && (carries[j] < 2 || count < 2); j = bones[j].parent) {
    // The root carries the whole body: it stays.
    if (bones[j].parent < 0 && count > 1) break;
    count++;
  }
  return count;
}
