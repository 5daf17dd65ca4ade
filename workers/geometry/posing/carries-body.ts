import type { Bone, Rig } from "../../model/rig/rig";

/** Which bones move vertices, 1 or 0. All ones for a rig without weights. O(number of weights). */
export function movingBones({ bones, weights }: Pick<Rig, "bones" | "weights">): Uint8Array {
  const moves = new Uint8Array(bones.length);
  weights.bones.forEach((j, e) => {
    if (weights.values[e] > 0) moves[j] = 1;
  });
  return moves.includes(1) ? moves : moves.fill(1);
}

/**
 * Whether a bone carries the whole body: a root, or a bone below joints that move nothing, such as hips below the root
 * joint of an engine.
 */
export function carriesBody(bones: readonly Bone[], bone: number, moves: ArrayLike<number>): boolean {
  for (let { parent } = bones[bone]; parent >= 0; parent = bones[parent].parent) {
    if (moves[parent]) return false;
  }
  return true;
}
