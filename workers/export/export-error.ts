import { linearBlend } from "../deform/classic/linear-blend";
import type { VertexInFrame } from "../model/files/export/export-options";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { type AnySequence, frameAt } from "../model/mesh/streamed-sequence";
import { correctionInFrames } from "../model/rig/corrected-rest";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { SlotWeights } from "../reduce/fewer-influences";

/**
 * The error of the file's numbers compared with the rig's, over the frames in the file. E_RMS is 1000 · sqrt(Σ squared
 * distances / (3VF)) · 2 / diagonal.
 */
export interface ExportError {
  /** E_RMS of the rig as the studio shows it: with its correction, without the shapes of its source. */
  eRmsNow: number;
  /**
   * E_RMS of the rig as the options ask for it: without its correction, or with shapes of the source that clips play.
   */
  eRmsAsked: number;
  eRmsInFile: number;
  /** Largest distance between the rig that the options ask for and the file, in the sequence's unit. */
  largestAdded: number;
  /** Where that is: a vertex of the sequence and its frame; null if the file moves no vertex. */
  largestAt: VertexInFrame | null;
}

/** The rig that a file is compared with: as the studio shows it, and as the options ask for it. */
export interface ComparedRigs {
  shown: Rig;
  full: Rig;
}

/** The rig in the file. Its frames are the file's, one after the other. */
export function rigInFile(
  rig: Rig,
  frames: ArrayLike<number>,
  motion: Float64Array[],
  { slots, joints, weights }: SlotWeights,
): Rig {
  const perFrame = 12 * rig.bones.length;
  const all = new Float32Array(perFrame * motion.length);
  for (const [f, matrices] of motion.entries()) all.set(matrices, f * perFrame);
  const offsets = Uint32Array.from({ length: weights.length / slots + 1 }, (_, i) => i * slots);
  const correction = rig.correction && correctionInFrames(rig.correction, frames);
  return {
    ...rig,
    correction,
    motion: all,
    weights: { version: 1, offsets, bones: joints, values: weights },
  };
}

/**
 * @param rig with the bones of the file
 * @param compared the rigs that the file is made from
 * @param frames the frames of the sequence in the file
 * @param motion the file's matrices in each of them, 12B
 */
export async function measureExport(
  sequence: AnySequence,
  rig: Rig,
  { shown, full }: ComparedRigs,
  frames: ArrayLike<number>,
  motion: Float64Array[],
  weights: SlotWeights,
  task: Task,
): Promise<ExportError> {
  const written = rigInFile(rig, frames, motion, weights);
  const count = 3 * sequence.vertexCount;
  const now = new Float64Array(count);
  const asked = shown === full ? now : new Float64Array(count);
  const inFile = new Float64Array(count);
  let [sumNow, sumAsked, sumInFile, largest] = [0, 0, 0, 0];
  let largestAt: VertexInFrame | null = null;
  for (let f = 0; f < frames.length; f++) {
    task.progress({
      phase: "Measuring",
      done: f / frames.length,
      detail: `frame ${f + 1} of ${frames.length}`,
    });
    await task.checkpoint();
    linearBlend(shown, frames[f], now);
    if (asked !== now) linearBlend(full, frames[f], asked);
    linearBlend(written, f, inFile);
    const source = await frameAt(sequence, frames[f]);
    for (let c = 0; c < count; c += 3) {
      let added = 0;
      for (let a = c; a < c + 3; a++) {
        sumNow += (now[a] - source[a]) * (now[a] - source[a]);
        sumAsked += (asked[a] - source[a]) * (asked[a] - source[a]);
        sumInFile += (inFile[a] - source[a]) * (inFile[a] - source[a]);
        added += (asked[a] - inFile[a]) * (asked[a] - inFile[a]);
      }
      if (added > largest) [largest, largestAt] = [added, { vertex: c / 3, frame: frames[f] }];
    }
  }
  const diagonal = restDiagonal(sequence);
  const eRms = (sum: number) =>
    diagonal > 0 ? (1000 * Math.sqrt(sum / (count * frames.length)) * 2) / diagonal : 0;
  return {
    eRmsNow: eRms(sumNow),
    eRmsAsked: eRms(sumAsked),
    eRmsInFile: eRms(sumInFile),
    largestAdded: Math.sqrt(largest),
    largestAt,
  };
}
