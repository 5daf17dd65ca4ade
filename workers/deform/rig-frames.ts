import { type DeformSource, deformSourceOf } from "../model/deform";
import type { Clip, MeshSequence } from "../model/mesh/mesh-sequence";
import { correctionInFrames } from "../model/rig/corrected-rest";
import type { Rig, RigCorrection } from "../model/rig/rig";
import { bakedMotion } from "./bake/bake";

/** The data that a deformer needs for the frames of some clips. */
export interface RigFrames {
  source: DeformSource;
  /** F·B·12, the clips one after another. */
  motion: Float32Array;
  /** The rig's correction, with the weights of these frames. */
  correction: RigCorrection | undefined;
  clips: readonly Clip[];
}

/** The frames of a rig's clips. @param clips indices of clips of the sequence; empty is all */
export function rigFrames(sequence: MeshSequence, rig: Rig, clips: readonly number[]): RigFrames {
  const chosen = clips.length > 0 ? clips.map((c) => sequence.clips[c]) : sequence.clips;
  const frames = chosen.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, k) => first + k),
  );
  return {
    source: deformSourceOf(sequence, rig),
    motion: bakedMotion(sequence, rig, { clips: [...clips] }),
    correction: rig.correction && correctionInFrames(rig.correction, frames),
    clips: chosen,
  };
}
