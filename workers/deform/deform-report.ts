/** Deforms the frames of a rig and measures the time, the distance from another deformer, and the volume. */
import type { MakeParallel } from "../kernels/parallel";
import { type DeformerKind, isClassic } from "../model/deform";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { enclosedVolume, isClosed } from "../model/mesh/volume";
import type { DeformedFrame, DeformInput, DeformReport } from "../model/reports/deform-report";
import { correctedRest } from "../model/rig/corrected-rest";
import type { Task } from "../model/task";
import { deformFrames, prepareDeformer } from "./deform-frames";
import { emptyPose, type Posed } from "./deformer";
import type { DirectCache } from "./direct/direct-cache";

/**
 * @param show receives each frame in order, in a new array.
 * @param cache as for `prepareDirect`.
 * @throws CancelledError if the task is cancelled; SinewError for invalid settings.
 */
export async function deformWithReport(
  input: DeformInput,
  makeParallel: MakeParallel,
  task: Task,
  show: (frame: DeformedFrame) => void,
  cache?: DirectCache,
): Promise<DeformReport> {
  const { source, motion, kind, settings, reference, correction } = input;
  const { rest, triangles, bones } = source;
  const prepared = await prepareDeformer(kind, source, settings, makeParallel, task, cache);
  const other = reference && (await prepareDeformer(reference, source, settings, makeParallel, task));
  const compared = emptyPose(rest.length / 3);
  const diagonal = restDiagonal(source) || 1;
  const restVolume = isClosed(triangles) ? enclosedVolume(rest, triangles) : 0;
  const volumes: number[] = [];
  let [largest, sum, frames] = [0, 0, 0];
  const restFor = (of: DeformerKind) => (frame: number) =>
    correction && isClassic(of) ? correctedRest({ rest, correction }, frame) : undefined;
  const visit = (frame: number, posed: Posed) => {
    frames++;
    if (restVolume !== 0) volumes.push(100 * (enclosedVolume(posed.positions, triangles) / restVolume - 1));
    if (other) {
      const matrices = motion.subarray(12 * bones.length * frame, 12 * bones.length * frames);
      other.deformer.pose(matrices, compared, restFor(reference!)(frame));
      const squares = squaredDistances(posed.positions, compared.positions);
      largest = Math.max(largest, squares.largest);
      sum += squares.sum;
    }
    show({ frame, positions: Float32Array.from(posed.positions) });
  };
  const { deformer } = prepared;
  const seconds = await deformFrames(deformer, motion, bones.length, task, visit, restFor(kind));
  const percent = (square: number) => (100 * Math.sqrt(square)) / diagonal;
  return {
    version: 1,
    deformer: kind,
    vertices: rest.length / 3,
    frames,
    bones: bones.length,
    precomputeSeconds: prepared.seconds,
    secondsPerFrame: seconds / Math.max(1, frames),
    entriesPerVertex: prepared.entriesPerVertex,
    reference,
    maxDifferencePercent: other ? percent(largest) : null,
    rmsDifferencePercent: other ? percent((3 * sum) / (rest.length * Math.max(1, frames))) : null,
    volumeChangePercent: restVolume !== 0 ? volumes : null,
  };
}

function squaredDistances(a: Float64Array, b: Float64Array): { largest: number; sum: number } {
  let [largest, sum] = [0, 0];
  for (let n = 0; n < a.length; n += 3) {
    const square = (a[n] - b[n]) ** 2 + (a[n + 1] - b[n + 1]) ** 2 + (a[n + 2] - b[n + 2]) ** 2;
    sum += square;
    // Written so that NaN is the worst.
    if (!(square <= largest)) largest = square;
  }
  return { largest, sum };
}
