/** Measures the error of a fit, vertex by vertex on the sequence's own frames. */
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { BoneResidual, FitError, FitReport, FitStage, FitStep } from "../../../model/reports/fit-report";
import type { Bone, Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { eRmsOf, percentOf } from "../../report/residuals";

export interface FitResiduals {
  /** Sum of squared distances over all vertices and frames. */
  error: number;
  largest: FitReport["largest"];
  /** F·B: squared distances in a frame, in proportion to the weights of each bone. */
  perBone: Float64Array;
  /** B: the sum of each bone's weights. */
  masses: Float64Array;
}

export async function measureFit(
  sequence: MeshSequence,
  { rest, motion, weights, bones }: Rig,
  task: Task,
): Promise<FitResiduals> {
  const { vertexCount: V, frameCount: F, frames } = sequence;
  const { offsets, values } = weights;
  const B = bones.length;
  const perBone = new Float64Array(F * B);
  const masses = new Float64Array(B);
  weights.bones.forEach((j, e) => {
    masses[j] += values[e];
  });
  let error = 0;
  let [most, vertex, frame] = [-1, 0, 0];
  for (let k = 0; k < F; k++) {
    await task.checkpoint();
    for (let i = 0; i < V; i++) {
      const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
      const at = 3 * (k * V + i);
      let [dx, dy, dz] = [frames[at], frames[at + 1], frames[at + 2]];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const m = 12 * (k * B + weights.bones[e]);
        const w = values[e];
        dx -= w * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
        dy -= w * (motion[m + 4] * x + motion[m + 5] * y + motion[m + 6] * z + motion[m + 7]);
        dz -= w * (motion[m + 8] * x + motion[m + 9] * y + motion[m + 10] * z + motion[m + 11]);
      }
      const square = dx * dx + dy * dy + dz * dz;
      error += square;
      for (let e = offsets[i]; e < offsets[i + 1]; e++)
        perBone[k * B + weights.bones[e]] += values[e] * square;
      if (square > most) [most, vertex, frame] = [square, i, k];
    }
  }
  return { error, largest: { distance: Math.sqrt(Math.max(0, most)), vertex, frame }, perBone, masses };
}

export const fitStage = (step: FitStep, sequence: MeshSequence, residuals: FitResiduals): FitStage => ({
  step,
  ...errorOf(sequence, residuals),
});

export const errorOfRig = async (sequence: MeshSequence, rig: Rig, task: Task): Promise<FitError> =>
  errorOf(sequence, await measureFit(sequence, rig, task));

function errorOf(sequence: MeshSequence, { error, largest }: FitResiduals): FitError {
  return {
    eRms: eRmsOf(error, sequence),
    rmsePercent: percentOf(error, sequence),
    largest: largest.distance,
  };
}

/** The error at each bone that has weights. */
export function boneResiduals(
  sequence: MeshSequence,
  bones: readonly Bone[],
  { perBone, masses, error }: FitResiduals,
): BoneResidual[] {
  const { frameCount: F } = sequence;
  const B = bones.length;
  const percent = 100 / (restDiagonal(sequence) || 2);
  return bones.flatMap(({ name }, j) => {
    if (masses[j] === 0) return [];
    let sum = 0;
    let worstFrame = 0;
    for (let k = 0; k < F; k++) {
      sum += perBone[k * B + j];
      if (perBone[k * B + j] > perBone[worstFrame * B + j]) worstFrame = k;
    }
    return {
      name,
      rmsePercent: percent * Math.sqrt(sum / (F * masses[j])),
      share: error > 0 ? sum / error : 0,
      worstFrame,
      worstPercent: percent * Math.sqrt(perBone[worstFrame * B + j] / masses[j]),
    };
  });
}
