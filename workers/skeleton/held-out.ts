import type { FrameChoice } from "../decompose/problem/choose-frames";
import type { MakeParallel } from "../kernels/parallel";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { someFrames } from "../model/mesh/some-frames";
import type { SkeletonReport } from "../model/reports/skeleton-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { percentOf, residualsOf } from "./report/residuals";
import { poseFrames } from "./strict/pose-frames";

/** Smaller errors, in percent of the diagonal, are rounding of f32 positions. The ratio of two of them is 1. */
const ROUNDING = 1e-5;

/** The error of held-out frames relative to that of the fitted ones. */
export const errorRatio = (held: number, fitted: number): number =>
  Math.max(held, ROUNDING) / Math.max(fitted, ROUNDING);

/**
 * Poses the held-out frames with the skeleton, weights and rest pose that were fitted to the other frames.
 * @param strict with a motion for the fitted frames, in which its error is `rmsePercentStrict`.
 * @param rig the rig to complete: `strict`, or the soft rig. Joints of the soft rig are then closed in held-out frames.
 * @returns the rig with a motion for all frames, and the report's figures for the held-out ones.
 */
export async function poseHeldOut(
  makeParallel: MakeParallel,
  task: Task,
  sequence: MeshSequence,
  { strict, rig, rmsePercentStrict }: { strict: Rig; rig: Rig; rmsePercentStrict: number },
  { fitted, held }: FrameChoice,
): Promise<{ rig: Rig; heldOut: SkeletonReport["heldOut"] }> {
  const unseen = someFrames(sequence, held);
  // Each frame starts with the pose of the nearest fitted frame.
  const nearest = held.map((k) =>
    fitted.reduce((best, f, at) => (Math.abs(f - k) < Math.abs(fitted[best] - k) ? at : best), 0),
  );
  const n = 12 * strict.bones.length;
  const starts = new Float32Array(held.length * n);
  nearest.forEach((at, k) => {
    starts.set(strict.motion.subarray(at * n, (at + 1) * n), k * n);
  });
  const posed = await poseFrames(makeParallel, task, unseen, { ...strict, motion: starts });
  const { error } = await residualsOf(unseen, posed, task);
  const rmsePercent = percentOf(error, unseen);
  const motion = new Float32Array(sequence.frameCount * n);
  fitted.forEach((k, at) => {
    motion.set(rig.motion.subarray(at * n, (at + 1) * n), k * n);
  });
  held.forEach((k, at) => {
    motion.set(posed.motion.subarray(at * n, (at + 1) * n), k * n);
  });
  const ratio = errorRatio(rmsePercent, rmsePercentStrict);
  return { rig: { ...rig, motion }, heldOut: { frames: held, rmsePercent, ratio } };
}
