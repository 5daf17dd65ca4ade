import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { BoneEdit } from "../../../model/rig/bone-edit";
import type { Rig } from "../../../model/rig/rig";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { SOLVE_DEFAULTS, type SolveLocks, type SolveSettings } from "../../../model/solve/solve-settings";
import { UNWATCHED } from "../../../model/task";
import { editBones } from "../edit-bones";

export const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

export function edit(
  sequence: MeshSequence,
  rig: Rig,
  change: BoneEdit,
  settings: Partial<SolveSettings> = {},
  locks: SolveLocks | null = null,
) {
  const input = { sequence, rig, edit: change, settings: { ...SOLVE_DEFAULTS, ...settings }, locks };
  return editBones(input, serial, UNWATCHED);
}

export const rowAt = ({ offsets, bones, values }: SparseWeights, i: number) =>
  Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => ({
    bone: bones[offsets[i] + n],
    weight: values[offsets[i] + n],
  }));

export const motionOf = (rig: Rig, j: number, frames: number) =>
  Array.from({ length: frames }, (_, k) => [
    ...rig.motion.subarray(12 * (k * rig.bones.length + j), 12 * (k * rig.bones.length + j) + 12),
  ]);

export function locksOf(rig: Rig, sequence: MeshSequence, bones: number[], vertices: number[]): SolveLocks {
  const locks = { bones: new Uint8Array(rig.bones.length), vertices: new Uint8Array(sequence.vertexCount) };
  for (const j of bones) locks.bones[j] = 1;
  for (const i of vertices) locks.vertices[i] = 1;
  return locks;
}
