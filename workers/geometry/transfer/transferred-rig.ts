import { IDENTITY } from "../../math/affine";
import { placedBone } from "../../model/rig/placed-bone";
import type { Bone, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import { placed } from "../placing";

/** Bones in the coordinates of another mesh. */
export const placedBones = (bones: readonly Bone[], placement: Placement): Bone[] =>
  bones.map((bone) => placedBone(bone, placed(placement, bone.head), placement.turn, placement.scale));

/** A rig at rest for a still mesh. @param rest 3V. */
export function transferredRig(bones: readonly Bone[], weights: SparseWeights, rest: Float32Array): Rig {
  return {
    version: 1,
    bones: [...bones],
    boneKind: "rigid",
    weights,
    motion: Float32Array.from({ length: 12 * bones.length }, (_, n) => IDENTITY[n % 12]),
    rest,
  };
}
