/**
 * EigenSkin (Kry, James & Pai 2002) maps the error of a rig back to the rest pose and approximates it by r shapes with
 * one coefficient per frame.
 *
 * Let M(k, i) be the blended 3x3 of vertex i in frame k, and e(k, i) = v′(k, i) − LBS(k, i) the error. The paper's data
 * are d(k, i) = M⁻¹ e, and its shapes are the truncated singular value decomposition of the F by 3V matrix D. This
 * minimises the error in the rest pose, but the visible error is ‖e − M Σ_n c(k, n) s(n, i)‖ in the posed mesh. Blends
 * flatten space at joints, so the two differ where correction matters most. Starting from the decomposition of D,
 * shapes and coefficients are therefore solved in turn for the posed mesh: 3r x 3r systems for vertices, r x r systems
 * for frames. Each step has a small ridge around its start, so it never raises the error. One pass over the vertices
 * does both halves (kernels/assembly/rig/correction-step.ts).
 *
 * docs/algorithms/solving/eigenskin.md explains more and links to the figures.
 */
import { kernels } from "../kernels/kernels.generated";
import type { Parallel } from "../kernels/parallel";
import { scratchNumbers } from "../kernels/scratch";
import { SinewError } from "../model/errors";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig, RigCorrection } from "../model/rig/rig";
import type { CorrectionFit } from "../model/solve/solve-settings";
import type { Task } from "../model/task";
import { orderedModes } from "./modes";
import { ResidualPasses, type RigPass } from "./residual-passes";
import { residualSubspace, sketchNumbers, subspaceWidth } from "./residual-subspace";

export const MOST_RANK = 64;

export interface CorrectionOptions {
  /** r, 1 to 64. There are at most as many shapes as frames, and as the rank of the error. */
  rank: number;
  /** "posed" minimises the visible error (default). "rest" is the paper's singular value decomposition alone. */
  metric: CorrectionFit;
  /** The most sweeps over shapes and coefficients. */
  sweeps: number;
  /** Sweeps end when a sweep gains less than this share of the squared error. */
  tolerance: number;
}

export const CORRECTION_DEFAULTS: CorrectionOptions = {
  rank: 5,
  metric: "posed",
  sweeps: 50,
  tolerance: 1e-3,
};

/** Relative to the mean diagonal of normal equations. It keeps a step finite where the data do not determine it. */
const RIDGE = 1e-9;

/** The numbers that a sweep needs for the sums of a block and for the scratch memory of a thread. */
export function stepNumbers(frames: number, rank: number): { sums: number; scratch: number } {
  const stride = rank + (rank & 1);
  const scratch = scratchNumbers(kernels.stepScratch, { frames, rank });
  return { sums: frames * (stride * stride + stride + 2), scratch };
}

/** The most arena bytes for `fitCorrection`. */
export function correctionBytes(
  { vertexCount: V, frameCount: F }: Pick<MeshSequence, "vertexCount" | "frameCount">,
  bones: number,
  influences: number,
  rank: number,
  threads: number,
): number {
  const passes = [sketchNumbers(F, rank), stepNumbers(F, rank)].map((numbers) =>
    ResidualPasses.bytes({ vertexCount: V, frameCount: F }, bones, influences, numbers, threads),
  );
  const stride = rank + (rank & 1);
  return Math.max(...passes) + 8 * (3 * V * stride + F * (stride + subspaceWidth(F, rank)) + 2048) + 4096;
}

/**
 * Fits a correction to a rig, and ignores any existing correction.
 * @returns shapes in the order of the error that they explain, each with weights of at most 1 in size.
 * @throws SinewError if the rank is out of range; CancelledError if the task is cancelled. If it is told to finish, it
 * ends after the current sweep.
 */
export async function fitCorrection(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: Rig,
  options: CorrectionOptions,
  task: Task,
): Promise<RigCorrection> {
  if (!(Number.isInteger(options.rank) && options.rank >= 1 && options.rank <= MOST_RANK)) {
    throw new SinewError({
      title: "The rank of the correction is out of range",
      body: `${options.rank} was asked for. Ask for 1 to ${MOST_RANK}.`,
    });
  }
  const { arena } = parallel;
  const mark = arena.mark();
  const { vertexCount: V, frameCount: F } = sequence;
  const rank = Math.min(options.rank, F);
  const stride = rank + (rank & 1);
  task.progress({ phase: "Correction", done: null, detail: "" });
  const passes = new ResidualPasses(parallel, sequence, rig, task);
  const coefficients = arena.f64(F * stride);
  const shapes = arena.f64(3 * V * stride).fill(0);
  coefficients.set(await residualSubspace(passes, rank, stride));

  const posed = options.metric === "posed" ? 1 : 0;
  const numbers = stepNumbers(F, rank);
  const complete = (pass: RigPass, first: number) => {
    return { ...pass, posed, rank, coefficients, shapes: shapes.subarray(3 * stride * first), ridge: RIDGE };
  };
  const system = { matrix: arena.f64(rank * stride), right: arena.f64(stride) };
  let error = Infinity;
  for (let sweep = 0; sweep < options.sweeps; sweep++) {
    const sums = await passes.sum(kernels.correctionStep, numbers, complete);
    const next = solveFrames(parallel, sums, rank, coefficients, system);
    const enough = next >= (1 - options.tolerance) * error || task.finishNow || !posed;
    error = next;
    if (enough) break;
    task.progress({ phase: "Correction", done: null, detail: `sweep ${sweep + 1}` });
  }
  const correction = orderedModes(shapes, coefficients, { vertices: V, frames: F, rank, stride });
  arena.release(mark);
  return correction;
}

/**
 * Moves the coefficients of each frame to the minimum of their quadratic, from their current values.
 * @returns the squared error.
 */
function solveFrames(
  parallel: Parallel,
  sums: Float64Array,
  rank: number,
  coefficients: Float64Array,
  { matrix, right }: { matrix: Float64Array; right: Float64Array },
): number {
  const stride = rank + (rank & 1);
  const each = stride * stride + stride + 2;
  let error = 0;
  for (let k = 0; coefficients.length > k * stride; k++) {
    const a = sums.subarray(k * each, k * each + stride * stride);
    const b = sums.subarray(k * each + stride * stride, (k + 1) * each - 2);
    const c = coefficients.subarray(k * stride, (k + 1) * stride);
    const entry = (p: number, q: number) => a[Math.min(p, q) * stride + Math.max(p, q)];
    let trace = 0;
    for (let p = 0; p < rank; p++) {
      trace += entry(p, p);
      right[p] = b[p];
      for (let q = 0; q < rank; q++) {
        matrix[p * stride + q] = entry(p, q);
        right[p] -= entry(p, q) * c[q];
      }
    }
    const lift = (RIDGE * trace) / rank;
    if (lift > 0) {
      for (let p = 0; p < rank; p++) matrix[p * stride + p] += lift;
      parallel.call(kernels.cholesky, { a: matrix, n: rank, ld: stride, floor: 0.5 * lift });
      parallel.call(kernels.choleskySolve, { l: matrix, n: rank, ld: stride, x: right });
      for (let p = 0; p < rank; p++) c[p] += right[p];
    }
    error += sums[(k + 1) * each - 2];
    for (let p = 0; p < rank; p++) {
      error -= 2 * b[p] * c[p];
      for (let q = 0; q < rank; q++) error += entry(p, q) * c[p] * c[q];
    }
  }
  return error;
}
