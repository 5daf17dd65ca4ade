/** Measures the error of a fit, vertex by vertex on the sequence's own frames. */
import { angleOf, type Turn } from "../../geometry/posing/turns";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type {
  BoneResidual,
  FitError,
  FitReport,
  FitStage,
  FitStep,
  JointMoves,
} from "../../model/reports/fit-report";
import { boneRotations } from "../../model/rig/bone-rotations";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { eRmsOf, percentOf } from "../report/residuals";
import { relative } from "./motion/joint-axes";

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

/**
 * How far the fit turned the joints of the artist's bones, in degrees. It compares each joint's rotation relative to
 * its parent in the clip and in the fit.
 * @param clip F·B·12.
 * @param rig with the same bones first.
 */
export function turnsAgainst(bones: readonly Bone[], clip: Float32Array, rig: Rig): FitReport["turns"] {
  const [B, all] = [bones.length, rig.bones.length];
  const F = clip.length / (12 * B);
  let [sum, most, which] = [0, -1, 0];
  for (let k = 0; k < F; k++) {
    const was = boneRotations(clip.subarray(12 * k * B, 12 * (k + 1) * B));
    const is = boneRotations(rig.motion.subarray(12 * k * all, 12 * (k * all + B)));
    bones.forEach(({ parent }, j) => {
      const angle = angleOf(relative(localTurn(was, j, parent), localTurn(is, j, parent)));
      sum += angle;
      if (angle > most) [most, which] = [angle, j];
    });
  }
  const degrees = 180 / Math.PI;
  return B * F > 0
    ? { mean: (degrees * sum) / (B * F), largest: degrees * most, bone: bones[which].name }
    : null;
}

function localTurn(rotations: Float64Array, j: number, parent: number): Turn {
  const at = (k: number) => Array.from(rotations.subarray(4 * k, 4 * k + 4)) as Turn;
  return parent < 0 ? at(j) : relative(at(parent), at(j));
}

/** How far joints moved, in percent of the diagonal. @param loose bones whose joints the motion does not place. */
export function jointMoves(
  bones: readonly Bone[],
  rig: Rig,
  sequence: MeshSequence,
  loose: readonly number[],
): JointMoves {
  const percent = 100 / (restDiagonal(sequence) || 2);
  const moves = bones.map(
    ({ head }, j) => percent * Math.hypot(...head.map((x, c) => rig.bones[j].head[c] - x)),
  );
  const most = moves.reduce((best, move, j) => (move > moves[best] ? j : best), 0);
  return {
    mean: moves.reduce((a, b) => a + b, 0) / moves.length,
    largest: moves[most],
    bone: bones[most].name,
    loose: loose.map((j) => bones[j].name),
  };
}
