import type { Parallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { Nearest } from "./nearest";
import type { Problem } from "./problem";

/** This many vertices are enough to find bones. */
const ENOUGH = 8192;

/** A search for bones sees at least this many vertices, and this many for each bone. */
const LEAST_SEARCHED = 1400;
const LEAST_FOR_BONE = 60;
/** Where a third of the vertices is less than `ENOUGH`, it sees at least one in this many. */
const SPARSEST = 3;

/** A problem of fewer vertices with the same motions, for initialisers and searches. */
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

/**
 * A search for so many bones looks at one vertex out of this many. Bones have far fewer unknowns than vertices have
 * positions, so a part of the vertices finds nearly the same bones.
 */
export function searchStep(vertexCount: number, bones: number): number {
  const enough = Math.min(vertexCount / SPARSEST, ENOUGH);
  return Math.max(1, Math.floor(vertexCount / Math.max(LEAST_SEARCHED, LEAST_FOR_BONE * bones, enough)));
}

/** The most vertices of any search for up to so many bones that leaves some out; 0 if there is none. */
export function mostSearched(vertexCount: number, bones: number): number {
  // With more bones, less than one vertex in two could be left out, so that a search sees them all.
  const most = Math.min(bones, Math.floor(vertexCount / (2 * LEAST_FOR_BONE)));
  const step = searchStep(vertexCount, most);
  return step === 1 ? 0 : Math.ceil(vertexCount / step);
}

/** The most arena bytes for a sample of a problem of this rank. */
export function sampleBytes(vertexCount: number, rank: number): number {
  const step = sampleStep(vertexCount);
  return step === 1 ? 0 : partBytes(Math.ceil(vertexCount / step), rank);
}

/**
 * Takes one vertex out of each run of `step`, drawn at random so that regular grids leave no pattern. The sample stays
 * in the arena. With a step of 1 the problem is its own sample.
 */
export function sampleOf(
  parallel: Parallel,
  problem: Problem,
  nearest: Nearest,
  step = sampleStep(problem.vertexCount),
  random = createRandom(problem.vertexCount),
): Sample {
  const { vertexCount } = problem;
  if (step === 1) return wholeSample({ problem, nearest });
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
  const tail = (problem.tail * count) / problem.vertexCount;
  return { ...problem, vertexCount: count, rest, norms, trajectories, tail, importance, density };
}
