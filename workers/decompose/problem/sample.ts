import type { Parallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { Nearest } from "./nearest";
import type { Problem } from "./problem";

/** This many vertices are enough to find bones. */
const ENOUGH = 8192;

/** A problem of fewer vertices with the same motions, for initialisers. */
export interface Sample {
  /** Its triangles and frames are those of the whole problem and must not be used. */
  problem: Problem;
  nearest: Nearest;
  /** Vertex of the whole problem for each vertex of the sample, ascending. */
  members: Int32Array;
}

/** The whole problem as its own sample, for starts that follow the mesh. */
export const wholeSample = ({ problem, nearest }: { problem: Problem; nearest: Nearest }): Sample => ({
  problem,
  nearest,
  members: Int32Array.from({ length: problem.vertexCount }, (_, i) => i),
});

/** One vertex out of this many is taken. */
export const sampleStep = (vertexCount: number) => Math.max(1, Math.floor(vertexCount / ENOUGH));

/** The most arena bytes for a sample of a problem of this rank. */
export function sampleBytes(vertexCount: number, rank: number): number {
  const step = sampleStep(vertexCount);
  return step === 1 ? 0 : partBytes(Math.ceil(vertexCount / step), rank);
}

/**
 * Takes one vertex out of each run of `step`, drawn at random so that regular grids leave no pattern. The sample stays
 * in the arena. A small problem is its own sample.
 */
export function sampleOf(parallel: Parallel, problem: Problem, nearest: Nearest): Sample {
  const { vertexCount } = problem;
  const step = sampleStep(vertexCount);
  if (step === 1) return wholeSample({ problem, nearest });
  const random = createRandom(vertexCount);
  const count = Math.ceil(vertexCount / step);
  const members = Int32Array.from({ length: count }, (_, n) =>
    Math.min(n * step + random.integer(step), vertexCount - 1),
  );
  const part = partialProblem(parallel, problem, members);
  return { problem: part, nearest: new Nearest(part.rest), members };
}

/** The most arena bytes of a problem with `count` of the vertices. */
export const partBytes = (count: number, rank: number): number => 8 * count * (rank + 7) + 64;

/** The problem of some of the vertices, which stays in the arena. */
export function partialProblem(parallel: Parallel, problem: Problem, members: Int32Array): Problem {
  const count = members.length;
  const copy = (from: Float64Array, width: number) => {
    const to = parallel.arena.f64(count * width);
    members.forEach((i, n) => {
      to.set(from.subarray(i * width, (i + 1) * width), n * width);
    });
    return to;
  };
  const rest = copy(problem.rest, 4);
  const norms = copy(problem.norms, 1);
  const trajectories = copy(problem.trajectories, problem.stride);
  const importance = problem.importance && copy(problem.importance, 1);
  const density = problem.density && Float64Array.from(members, (i) => problem.density![i]);
  return { ...problem, vertexCount: count, rest, norms, trajectories, importance, density };
}
