import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { type ExportOptions, HELPER_COUNTS, type HelperCount } from "../../model/files/export/export-options";
import { type AnySequence, isStreamed } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { fewerBones } from "../../skeleton/levels/fewer-bones";
import { withRigidHelpers } from "../helpers/with-helpers";

/** A rig with bones that a target can play, within its limit. */
export interface RigWithin {
  whole: Rig;
  /** For each of its bones, the bone of the given rig that it is or helps. */
  origins: Int32Array;
  /** The number of bones that helpers replace, and of bones that were merged into others. */
  helped: number;
  merged: number;
}

/** 1.5 times as many helpers as there is room for: the weights are fitted again, and most vertices then need fewer. */
const BEYOND_ROOM = 1.5;

/**
 * As many helpers as the influences of vertices allow: more helpers are nearer to the bone, but each vertex then loses
 * other bones.
 */
function usualHelpers({ weights }: Rig, influences: number): HelperCount {
  const room = (BEYOND_ROOM * influences) / Math.max(1, maxInfluences(weights));
  return HELPER_COUNTS.toReversed().find((count) => count <= room) ?? 2;
}

/** @param frames in which bones must not shear, if the options ask for helpers */
export async function withinTarget(
  sequence: AnySequence,
  rig: Rig,
  frames: ArrayLike<number>,
  { shear, helpers, influences, mostBones = Infinity }: ExportOptions,
  makeParallel: MakeParallel,
  task: Task,
): Promise<RigWithin> {
  const isPlain = shear !== "helpers" || rig.boneKind === "rigid";
  const { whole, origins } = isPlain
    ? { whole: rig, origins: Int32Array.from(rig.bones.keys()) }
    : await withRigidHelpers(rig, frames, helpers ?? usualHelpers(rig, influences), task);
  const helped = new Set(origins.filter((j, n) => origins[n - 1] === j)).size;
  if (isStreamed(sequence) && mostBones < whole.bones.length) {
    throw new SinewError({
      title: `${sequence.name} is too large to merge bones`,
      body: `Fitting weights to ${mostBones} bones needs all frames in memory. Solve with ${mostBones} bones instead.`,
    });
  }
  const fewer = isStreamed(sequence)
    ? { rig: whole, kept: Int32Array.from(whole.bones.keys()) }
    : await fewerBones(sequence, whole, mostBones, makeParallel, task);
  return {
    whole: fewer.rig,
    origins: fewer.kept.map((j) => origins[j]),
    helped,
    merged: whole.bones.length - fewer.rig.bones.length,
  };
}
