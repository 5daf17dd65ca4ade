/**
 * Fits weights to frames under fixed bones: the weights phase of inverse skinning, without the bones phase. For each
 * vertex min ‖y − Σ_j w_j M_j u‖² over w ≥ 0, Σw = 1, at most K of them (Le & Deng 2012, section 4.1), by the
 * active-set kernels of workers/decompose/phases/weights-phase.ts, which never raise a vertex's error.
 */
import { type BlendState, createState, rowsOfMotion, stateBytes } from "../../decompose/phases/blend-state";
import { WeightsPhase } from "../../decompose/phases/weights-phase";
import { buildProblem, problemBytes } from "../../decompose/problem/build-problem";
import { motionFromSequence, sparseWeights } from "../../decompose/result/rig-assembly";
import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/** The most searches for better supports. The second one usually finds nothing. */
const MOST_ROUNDS = 8;
/** A round that lowers the squared error by less than this share is the last one. */
const LEAST_GAIN = 1e-4;
/** The trajectory basis may leave out this E_RMS, which is the rounding of f32 positions. */
const TAIL_ERMS = 1e-4;

/** The targets: a sequence with the rest pose and frames of the bake, and the bones of its frames. */
export interface BakeFitInput {
  sequence: MeshSequence;
  /** F·B·12. */
  motion: Float32Array;
  boneCount: number;
  /** Starting weights, at most `influences` per vertex. */
  start: SparseWeights;
  /** K, 1 to B. */
  influences: number;
}

/** The most bytes of arena for `fitWeights`. */
export function fitBytes(
  { vertexCount: V, frameCount: F }: Pick<MeshSequence, "vertexCount" | "frameCount">,
  bones: number,
  influences: number,
  threads: number,
): number {
  const rows = 3 * F;
  const phase = WeightsPhase.bytes(rows, rows + (rows & 1), bones, influences, threads);
  return problemBytes(V, F, threads) + phase + stateBytes(V, F, bones, influences) + 4096;
}

/**
 * The weights that reproduce the frames best. No vertex is worse than with its starting weights, except for the
 * rounding to f32. Frees its arena memory.
 * @throws CancelledError if the task is cancelled.
 */
export async function fitWeights(
  parallel: Parallel,
  input: BakeFitInput,
  task: Task,
): Promise<SparseWeights> {
  const { sequence, motion, boneCount, start, influences } = input;
  const mark = parallel.arena.mark();
  const problem = await buildProblem(parallel, sequence, { bones: null, tailERms: TAIL_ERMS }, task);
  const phase = new WeightsPhase(parallel, problem, {
    bones: boneCount,
    limit: influences,
    slots: influences,
    search: influences < boneCount ? "swap" : "all",
    candidates: 4,
    rounds: 2,
    // Rows of whole frames, in which bones that scale and shear are as exact as rigid ones.
    kind: "rigid",
    locked: null,
    smoothing: null,
  });
  const state = createState(parallel.arena, problem, "rigid", boneCount, influences);
  rowsOfMotion(motionFromSequence(motion, problem), sequence.frameCount, boneCount, state.bones);
  writeWeights(state, start, influences);
  let last = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    task.progress({ phase: "Fitting weights", done: round / MOST_ROUNDS, detail: "" });
    await phase.run(state, task);
    if (last - state.error <= LEAST_GAIN * last) break;
    last = state.error;
  }
  const weights = sparseWeights(state.ids, state.values, sequence.vertexCount);
  parallel.arena.release(mark);
  return weights;
}

function writeWeights({ ids, values }: BlendState, start: SparseWeights, slots: number): void {
  for (let i = 0; i + 1 < start.offsets.length; i++) {
    const first = start.offsets[i];
    for (let e = first; e < start.offsets[i + 1]; e++) {
      ids[i * slots + e - first] = start.bones[e];
      values[i * slots + e - first] = start.values[e];
    }
  }
}
