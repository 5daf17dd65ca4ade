import type { Bone } from "../../model/rig/rig";

/**
 * How many bones turn by default when a bone's end is dragged: all up to where its limb begins, at the next bone above
 * that carries several. At least two if there are two.
 */
export function defaultChain(bones: readonly Bone[], bone: number): number {
  const carries = bones.map(() => 0);
  for (const { parent } of bones) if (parent >= 0) carries[parent]++;
  let count = 1;
  for (let j = bones[bone].parent; j >= 0; j = bones[j].parent) {
    const { parent } = bones[j];
    // The root carries the whole body, so it stays.
    if (count > 1 && (carries[j] > 1 || parent < 0)) break;
    count++;
    if (carries[j] > 1) break;
  }
  return count;
}
