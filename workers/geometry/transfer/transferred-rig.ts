import { IDENTITY } from "../../math/affine";
import { turnedAxes } from "../../model/rig/axes";
import type { Bone, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import { turnedLimits } from "../../model/skeleton/fit/own-limits";
import { placed } from "../placing";

/** Bones in the coordinates of another mesh. */
export const placedBones = (bones: readonly Bone[], placement: Placement): Bone[] =>
  bones.map(({ limits, ...bone }) => ({
    ...bone,
    head: placed(placement, bone.head),
    ...(bone.axes && { axes: turnedAxes(bone.axes, placement.turn) }),
    ...(limits && { limits: turnedLimits(limits, placement.turn) }),
  }));

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
