import { type StartContext, startContext } from "../../decompose/initialisers/start-context";
import { buildProblem, PROBLEM_DEFAULTS, problemBytes } from "../../decompose/problem/build-problem";
import type { Problem } from "../../decompose/problem/problem";
import { rigOfState, withoutIdleBones } from "../../decompose/result/rig-assembly";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { createRandom, type Random } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import type { Task } from "../../model/task";

/** What the published methods need: the problem of a decomposition, and data that initialisers share. */
export interface PublishedContext {
  sequence: MeshSequence;
  settings: ExtractSettings;
  parallel: Parallel;
  problem: Problem;
  starts: StartContext;
  random: Random;
  task: Task;
  /** B and K for this sequence. */
  bones: number;
  influences: number;
}

/** The sizes that determine a method's arena. */
export interface PublishedSize {
  vertices: number;
  frames: number;
  /** The most columns of the trajectory basis, 3F. */
  rank: number;
  /** Corners of triangles, 3T. */
  corners: number;
  bones: number;
  influences: number;
}

/**
 * Solves in an arena with room for the problem and `bytes` more.
 * @param bytes the most that `work` needs on a number of threads.
 */
export async function inArena<T>(
  { sequence, settings }: ExtractInput,
  { makeParallel, task }: { makeParallel: MakeParallel; task: Task },
  bytes: (size: PublishedSize, threads: number) => number,
  work: (context: PublishedContext) => Promise<T>,
): Promise<T> {
  const { vertexCount: vertices, frameCount: frames } = sequence;
  const bones = Math.max(1, Math.min(settings.bones, vertices));
  const influences = Math.min(settings.influences, bones);
  const size = { vertices, frames, rank: 3 * frames, corners: sequence.triangles.length, bones, influences };
  const threads = threadsToReserve(makeParallel);
  const parallel = await makeParallel(
    problemBytes(vertices, frames, threads) + bytes(size, threads) + (1 << 16),
  );
  try {
    const problem = await buildProblem(parallel, sequence, { ...PROBLEM_DEFAULTS, bones }, task);
    const starts = startContext(parallel, problem);
    const random = createRandom(settings.seed);
    return await work({ sequence, settings, parallel, problem, starts, random, task, bones, influences });
  } finally {
    parallel.dispose();
  }
}

/** Bones and weights outside the arena, in normalised coordinates. */
export interface LooseBones {
  /** F·h·12. */
  motion: Float64Array;
  /** V·slots, as in `BlendState`. */
  ids: Int32Array;
  values: Float64Array;
}

/** The rig of loose bones in the sequence's coordinates, without bones that move nothing. */
export function looseRig({ sequence, problem }: PublishedContext, { motion, ids, values }: LooseBones): Rig {
  const parts = {
    state: { ids, values },
    motion,
    kind: "rigid" as const,
    skeleton: null,
    rest: sequence.rest,
  };
  return withoutIdleBones(rigOfState(sequence, problem, parts), null, true);
}

/** RMS distance in percent of the diagonal, from a sum of squared errors in normalised lengths. */
export const normalisedPercent = ({ vertexCount, frameCount }: Problem, error: number): number =>
  50 * Math.sqrt(Math.max(error, 0) / (vertexCount * frameCount));
