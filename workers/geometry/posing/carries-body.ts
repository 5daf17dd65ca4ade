import { weightedBones } from "../../model/rig/bone-tree";
import type { Bone, Rig } from "../../model/rig/rig";

/** Which bones move vertices, 1 or 0. All ones for a rig without weights. */
export function movingBones(rig: Pick<Rig, "bones" | "weights">): Uint8Array {
  const moves = weightedBones(rig);
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
