import { type DeformSource, deformSourceOf } from "../model/deform";
import type { Clip, MeshSequence } from "../model/mesh/mesh-sequence";
import { isAnimated } from "../model/mesh/shapes";
import { correctionInFrames } from "../model/rig/corrected-rest";
import type { Rig, RigCorrection } from "../model/rig/rig";
import type { Task } from "../model/task";
import { bakedMotion } from "./bake/bake";
import { inBindPose } from "./shapes/in-bind-pose";
import { playsShapes, withShapes } from "./shapes/rest-shapes";

/** The data that a deformer needs for the frames of some clips. */
export interface RigFrames {
  source: DeformSource;
  /** F·B·12, the clips one after another. */
  motion: Float32Array;
  /** The rig's correction, and shapes of the source if the bones do not have their motion, in these frames. */
  correction: RigCorrection | undefined;
  clips: readonly Clip[];
}

/** The rig's correction, with the shapes of its source that the clips of a file would play. */
async function correctionOf(sequence: MeshSequence, rig: Rig, frames: readonly number[], task: Task) {
  if (!sequence.shapes?.some(isAnimated)) return rig.correction;
  const { shapes = [] } = await inBindPose(sequence, rig, task);
  const plays = await playsShapes(sequence, rig, shapes, frames, "auto");
  return plays ? withShapes(rig, shapes).correction : rig.correction;
}

/** The frames of a rig's clips. @param clips indices of clips of the sequence; empty is all */
export async function rigFrames(
  sequence: MeshSequence,
  rig: Rig,
  clips: readonly number[],
  task: Task,
): Promise<RigFrames> {
  const chosen = clips.length > 0 ? clips.map((c) => sequence.clips[c]) : sequence.clips;
  const frames = chosen.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, k) => first + k),
  );
  const correction = await correctionOf(sequence, rig, frames, task);
  return {
    source: deformSourceOf(sequence, rig),
    motion: bakedMotion(sequence, rig, { clips: [...clips] }),
    correction: correction && correctionInFrames(correction, frames),
    clips: chosen,
  };
}
