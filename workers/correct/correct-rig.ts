import { type MakeParallel, threadsToReserve } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { howMany } from "../model/reports/figures";
import type { CorrectionReport, SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import type { SolveSettings } from "../model/solve/solve-settings";
import { type Task, workSeconds } from "../model/task";
import { measureCorrection } from "../report/measure-correction";
import type { CorrectionQuestion } from "./correction-question";
import { CORRECTION_DEFAULTS, correctionBytes, fitCorrection } from "./fit-correction";

/**
 * Fits a correction to the error of a rig, in place of any existing one, and measures it.
 * @throws SinewError if rig and sequence do not belong together or the rank is out of range; CancelledError.
 */
export async function correctRig(
  { sequence, rig, rank, fit = "posed" }: CorrectionQuestion,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ rig: Rig; report: CorrectionReport }> {
  const { vertexCount: V, frameCount: F } = sequence;
  const B = rig.bones.length;
  if (rig.rest.length !== 3 * V || rig.motion.length !== 12 * F * B) {
    throw new SinewError({
      title: `The rig of ${sequence.name} cannot be corrected`,
      body: `It has ${howMany(rig.rest.length / 3, "vertex")} and ${howMany(rig.motion.length / (12 * B), "frame")}, the sequence ${V} and ${F}. Solve again.`,
    });
  }
  const threads = threadsToReserve(makeParallel);
  const bytes = correctionBytes(sequence, B, maxInfluences(rig.weights), Math.min(rank, F), threads);
  const parallel = await makeParallel(bytes);
  try {
    const correction = await fitCorrection(
      parallel,
      sequence,
      rig,
      { ...CORRECTION_DEFAULTS, rank, metric: fit },
      task,
    );
    const corrected = { ...rig, correction };
    return { rig: corrected, report: await measureCorrection(sequence, corrected, task) };
  } finally {
    parallel.dispose();
  }
}

/** The result of a solve with the correction that its settings ask for. */
export async function correctSolved(
  solved: { rig: Rig; report: SolveReport },
  sequence: MeshSequence,
  { correction: rank, correctionFit: fit }: Pick<SolveSettings, "correction" | "correctionFit">,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ rig: Rig; report: SolveReport }> {
  const began = workSeconds(task);
  const { rig, report: corrected } = await correctRig(
    { sequence, rig: solved.rig, rank, fit },
    makeParallel,
    task,
  );
  const seconds = workSeconds(task) - began;
  const { report } = solved;
  const secondsPerPhase = { ...report.secondsPerPhase, Correction: seconds };
  return { rig, report: { ...report, corrected, seconds: report.seconds + seconds, secondsPerPhase } };
}
