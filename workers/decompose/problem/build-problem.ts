import type { Parallel } from "../../kernels/parallel";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import { type AnySequence, isStreamed } from "../../model/mesh/streamed-sequence";
import type { Task } from "../../model/task";
import type { Problem } from "./problem";
import { sampleBytes } from "./sample";
import type { MotionRange, StreamedSource } from "./streamed/motion-range";
import { streamedBasis } from "./streamed/streamed-problem";
import { type BasisOptions, basisBytes, type TrajectoryBasis, trajectoryBasis } from "./trajectory-basis";

export interface ProblemOptions extends BasisOptions {
  /** Whether this is part of a phase that has already been named. By default it is the phase "Reading motion". */
  isPart?: boolean;
  /** Whether its bones are affine. */
  affine?: boolean;
}

/** What is known of a motion before its problem is built: the columns that span it, for a streamed sequence. */
export interface KnownRange {
  range?: MotionRange;
}

export const PROBLEM_DEFAULTS: ProblemOptions = { bones: null, tailERms: null };

/** The most arena bytes for `buildProblem`, including the sample for the starts. */
export function problemBytes(vertexCount: number, frameCount: number, threads = 32): number {
  const basis = basisBytes({ vertexCount, frameCount }, threads);
  return 8 * 5 * vertexCount + basis + sampleBytes(vertexCount, 3 * frameCount) + 256;
}

/** Centre of the rest pose's bounding box, and the factor that scales its diagonal to 2 (1 for a zero diagonal). */
export function normalisation(rest: Float32Array): { centre: [number, number, number]; scale: number } {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  return { centre: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2], scale: diagonal > 0 ? 2 / diagonal : 1 };
}

function normalisedRest(
  parallel: Parallel,
  rest: Float32Array,
  centre: readonly number[],
  scale: number,
): Float64Array {
  const count = rest.length / 3;
  const out = parallel.arena.f64(4 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = (rest[3 * i + c] - centre[c]) * scale;
    out[4 * i + 3] = 1;
  }
  return out;
}

/**
 * Builds the problem of a decomposition: normalised rest pose and trajectories, in the arena of `parallel`. Memory that
 * stays in use is allocated first, so a `mark` after the call frees everything later.
 */
export async function buildProblem(
  parallel: Parallel,
  sequence: AnySequence,
  options: ProblemOptions & KnownRange,
  task: Task,
): Promise<Problem> {
  const { vertexCount, frameCount } = sequence;
  const { centre, scale } = normalisation(sequence.rest);
  const rest = normalisedRest(parallel, sequence.rest, centre, scale);
  const norms = parallel.arena.f64(vertexCount);
  if (!options.isPart) task.progress({ phase: "Reading motion", done: null, detail: "" });
  const size = { vertexCount, frameCount, centre, scale };
  const triangles = sequence.triangles.map((v) => sequence.solverIndex[v]);
  const own = options.affine ? { ...options, surface: { rest, triangles } } : options;
  const basis = isStreamed(sequence)
    ? await basisOfStream(parallel, { ...size, frames: sequence.frames }, own, norms, task)
    : await trajectoryBasis(parallel, { ...size, frames: sequence.frames }, own, norms, task);
  return { ...size, frames: sequence.frames, rest, norms, ...basis, triangles };
}

function basisOfStream(
  parallel: Parallel,
  source: StreamedSource,
  { range, ...options }: ProblemOptions & KnownRange,
  norms: Float64Array,
  task: Task,
): Promise<TrajectoryBasis> {
  if (!range) throw new Error("The range of a streamed sequence is found before its problem is built");
  return streamedBasis(parallel, source, range, options, norms, task);
}
