// Finds the motion of a given skeleton frame by frame: Levenberg-Marquardt on the rotations and free translations of
// one frame, for given joints, weights and rest pose.

import { costOf } from "../bones/rigid-gauss-newton";
import { f64At, loadF64, loadI32, storeF64 } from "../memory";
import { costOfShifts, frameScratch, solveFrame, takeStep } from "./strict-frame";
import { StrictJob } from "./strict-job";
import { frameUnknowns, writeParts } from "./strict-system";

const FIRST_DAMPING = 1e-3;
const LEAST_DAMPING = 1e-8;
const MOST_DAMPING = 1e6;
/** The most steps, and the gain of a step below which a frame has settled, relative to its error. */
const MOST_STEPS = 60;
const SETTLED = 1e-6;
/** Rounding of an error relative to |y|². */
const ROUNDING = 1e-14;

/**
 * Solves runs of frames. Each frame starts from the result of the previous one in its run. A run has five numbers: its
 * first frame, its length, its direction (1 or −1), the pose in `starts` that it starts from, and the place in `poses`
 * and `errors` of its first result; the others follow. Items are runs. Errors are squared; `squares` has |y|² of each
 * frame.
 */
export function strictRuns(
  begin: i32,
  end: i32,
  slot: i32,
  job: StrictJob,
  runs: usize,
  starts: usize,
  squares: usize,
  poses: usize,
  errors: usize,
): void {
  const numbers = 12 * job.bones;
  const bytes = (<usize>numbers) << 3;
  const scratch = job.scratch + <usize>slot * <usize>job.scratchBytes;
  for (let item = begin; item < end; item++) {
    const run = runs + <usize>(20 * item);
    let f = loadI32(run, 0);
    const count = loadI32(run, 1);
    let from = f64At(starts, numbers * loadI32(run, 3));
    const first = loadI32(run, 4);
    for (let n = 0; n < count; n++) {
      const to = f64At(poses, numbers * (first + n));
      memory.copy(to, from, bytes);
      storeF64(errors, first + n, settleFrame(job, f, to, loadF64(squares, f), scratch));
      from = to;
      f += loadI32(run, 2);
    }
  }
}

/** Settles one frame in place. Returns its squared error. */
function settleFrame(job: StrictJob, f: i32, x: usize, square: f64, scratch: usize): f64 {
  const h = job.bones;
  const width = 4 * h;
  const n = frameUnknowns(job);
  const c = f64At(job.cross, 12 * f * h);
  const system = frameScratch(job, scratch);
  const trial = f64At(system, 0);
  const step = f64At(trial, 12 * h);
  const work = f64At(step, n);
  let error = square + costOf(x, c, job.normal, width, work) + costOfShifts(job, x);
  let damping = FIRST_DAMPING;
  for (let it = 0; it < MOST_STEPS && damping < MOST_DAMPING; it++) {
    const parts = f64At(work, 12 * h);
    writeParts(job, x, c, parts);
    solveFrame(job, x, parts, scratch, 0, step, damping);
    takeStep(job, x, step, 1.0, trial, work);
    const next = square + costOf(trial, c, job.normal, width, work) + costOfShifts(job, trial);
    if (!(next < error)) {
      damping = Math.max(10.0 * damping, 1e-6);
      continue;
    }
    const gain = error - next;
    memory.copy(x, trial, (<usize>(12 * h)) << 3);
    error = next;
    if (gain < SETTLED * error + ROUNDING * square) break;
    damping = Math.max(0.1 * damping, LEAST_DAMPING);
  }
  return error;
}
