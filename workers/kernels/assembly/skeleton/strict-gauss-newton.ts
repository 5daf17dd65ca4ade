// Gauss-Newton on all rotations, translations and joints of a skeleton at once. Frames depend on each other only
// through the joints: `strictReduce` eliminates the unknowns of the frames (Schur complement), the caller solves for
// the joints, `strictSteps` finds the step of each frame, and `strictTrial` measures it.

import { costOf } from "../bones/rigid-gauss-newton";
import { f64At, Optional, storeF64 } from "../memory";
import { costOfShifts, rowsApart, solveFrame, takeStep } from "./strict-frame";
import { StrictJob } from "./strict-job";
import { frameUnknowns, writeParts } from "./strict-system";
import { writeBones } from "./tree";

/** Computes the step of each frame, n numbers, for a step of the joints (3J numbers, or 0 if they stay). */
export function strictSteps(
  begin: i32,
  end: i32,
  slot: i32,
  job: StrictJob,
  moves: Optional,
  steps: usize,
): void {
  const h = job.bones;
  const n = frameUnknowns(job);
  const ld = rowsApart(job);
  const a = job.scratch + <usize>slot * <usize>job.scratchBytes;
  const parts = f64At(a, (n + 3 * job.pivotCount + 1) * ld);
  for (let f = begin; f < end; f++) {
    const x = f64At(job.pose, 12 * f * h);
    const step = f64At(steps, f * n);
    writeParts(job, x, f64At(job.cross, 12 * f * h), parts);
    solveFrame(job, x, parts, a, moves, step, job.damping);
  }
}

/**
 * Tries a step, scaled by `size`. Writes the new pose and the transforms of its bones with the moved joints, and
 * computes the cost of each frame from the statistics N and C in the usual basis.
 */
export function strictTrial(
  begin: i32,
  end: i32,
  slot: i32,
  job: StrictJob,
  steps: usize,
  size: f64,
  order: usize,
  joints: usize,
  normal: usize,
  cross: usize,
  pose: usize,
  bones: usize,
  costs: usize,
): void {
  const h = job.bones;
  const width = 4 * h;
  const n = frameUnknowns(job);
  const scratch = job.scratch + <usize>slot * <usize>job.scratchBytes;
  for (let f = begin; f < end; f++) {
    const to = f64At(pose, 12 * f * h);
    const b = f64At(bones, 12 * f * h);
    takeStep(job, f64At(job.pose, 12 * f * h), f64At(steps, f * n), size, to, scratch);
    writeBones(to, h, job.parents, order, joints, b);
    const cost = costOf(b, f64At(cross, 12 * f * h), normal, width, scratch);
    storeF64(costs, f, cost + costOfShifts(job, to));
  }
}
