/**
 * The problem that two layers are fitted to. It is that of inverse skinning with known bones.
 *
 * With examples, the squared error of a vertex with weights x is its distance from the target over all frames. Without
 * examples it is |x − w̄|² (Le & Deng 2013, equation 44a). That is the same problem in the space of weights: bone j
 * moves every vertex to the unit vector e_j, and the target is the vertex's own row w̄. One solver therefore serves
 * both.
 */
import { type BlendState, createState, rowsOfMotion, stateBytes } from "../../decompose/phases/blend-state";
import { WeightsPhase } from "../../decompose/phases/weights-phase";
import { buildProblem, problemBytes } from "../../decompose/problem/build-problem";
import type { Problem } from "../../decompose/problem/problem";
import { motionFromSequence, sparseWeights } from "../../decompose/result/rig-assembly";
import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BoneKind } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/** The trajectory basis may leave out this E_RMS, the rounding of f32 positions. */
const TAIL_ERMS = 1e-4;

/** Examples: a sequence, and the motion of the rig's bones in it. */
export interface LayerExamples {
  /** Its rest pose is the rig's. */
  sequence: MeshSequence;
  /** F·B·12. */
  motion: Float32Array;
}

export interface LayerProblem {
  problem: Problem;
  boneCount: number;
  kind: BoneKind;
  /** Bones in the layout of a state of the weights phase. */
  rows: Float64Array;
  /** Squared error that is outside the trajectory basis. */
  tail: number;
  /** The number of squares in an error: 3VF, or V·B without examples. */
  terms: number;
  /**
   * The rig's own weights. In the published method with examples it is W*, the best weights on all bones (equation 58).
   */
  ideal: SparseWeights;
  /** V, in the arena: the squared error of each vertex with these weights. */
  floors: Float64Array;
  phase: WeightsPhase;
  /** Holds the weights of single vertices that `phase` has solved. */
  state: BlendState;
}

/** 1000 times the root mean square: E_RMS, or without examples the change of weights. */
export const rootMean = ({ terms }: Pick<LayerProblem, "terms">, squares: number): number =>
  1000 * Math.sqrt(Math.max(squares, 0) / terms);

/** The error of the whole mesh from the squared errors of its vertices. */
export const totalError = (source: Pick<LayerProblem, "terms" | "tail">, ofVertices: Float64Array): number =>
  rootMean(
    source,
    ofVertices.reduce((sum, error) => sum + error, source.tail),
  );

/** The most arena bytes for a `LayerProblem`. */
export function layerProblemBytes(
  size: { vertexCount: number; frameCount: number },
  bones: number,
  atomSlots: number,
  threads: number,
): number {
  const { vertexCount: V, frameCount: F } = size;
  const rows = Math.max(3 * F, bones);
  const phase = (limit: number) => WeightsPhase.bytes(rows, rows + (rows & 1), bones, limit, threads);
  const states =
    stateBytes(V, Math.ceil(rows / 3), bones, bones) + stateBytes(V, Math.ceil(rows / 3), bones, atomSlots);
  const weightSpace = 8 * V * (bones + 8);
  return (
    Math.max(problemBytes(V, F, threads), weightSpace) +
    phase(bones) +
    phase(atomSlots) +
    states +
    8 * V +
    8192
  );
}

async function fromExamples(
  parallel: Parallel,
  { sequence, motion }: LayerExamples,
  boneCount: number,
  task: Task,
): Promise<Pick<LayerProblem, "problem" | "kind" | "rows" | "tail" | "terms">> {
  const problem = await buildProblem(parallel, sequence, { bones: null, tailERms: TAIL_ERMS }, task);
  const rows = parallel.arena.f64(3 * sequence.frameCount * 4 * boneCount);
  rowsOfMotion(motionFromSequence(motion, problem), sequence.frameCount, boneCount, rows);
  const terms = 3 * sequence.vertexCount * sequence.frameCount;
  return { problem, kind: "rigid", rows, tail: problem.tail, terms };
}

function fromWeights(
  parallel: Parallel,
  weights: SparseWeights,
  boneCount: number,
): Pick<LayerProblem, "problem" | "kind" | "rows" | "tail" | "terms"> {
  const { arena } = parallel;
  const V = weights.offsets.length - 1;
  const stride = boneCount + (boneCount & 1);
  const rest = arena.f64(4 * V).fill(0);
  const trajectories = arena.f64(V * stride).fill(0);
  const norms = arena.f64(V).fill(0);
  for (let i = 0; i < V; i++) {
    rest[4 * i + 3] = 1;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      trajectories[i * stride + weights.bones[e]] = weights.values[e];
      norms[i] += weights.values[e] ** 2;
    }
  }
  const rows = arena.f64(boneCount * 4 * boneCount).fill(0);
  for (let j = 0; j < boneCount; j++) rows[j * 4 * boneCount + 4 * j + 3] = 1;
  const problem: Problem = {
    ...{ vertexCount: V, frameCount: 1, rest, rank: boneCount, stride, trajectories, norms },
    ...{ basis: arena.f64(0), tail: 0, centre: [0, 0, 0], scale: 1 },
    ...{ frames: new Float32Array(0), triangles: new Uint32Array(0) },
  };
  return { problem, kind: "affine", rows, tail: 0, terms: V * boneCount };
}

function writeRows({ ids, values }: BlendState, from: SparseWeights, slots: number): void {
  for (let i = 0; i + 1 < from.offsets.length; i++) {
    for (let e = from.offsets[i]; e < from.offsets[i + 1]; e++) {
      ids[i * slots + e - from.offsets[i]] = from.bones[e];
      values[i * slots + e - from.offsets[i]] = from.values[e];
    }
  }
}

const phaseOptions = ({ kind }: Pick<LayerProblem, "kind">, bones: number) =>
  ({ bones, candidates: 4, rounds: 4, kind, locked: null, smoothing: null }) as const;

/** Rows of weights under the bones, with their errors: the given weights, or the best that there are on all bones. */
async function wholeRows(
  parallel: Parallel,
  { problem, kind, rows, boneCount }: Pick<LayerProblem, "problem" | "kind" | "rows" | "boneCount">,
  weights: SparseWeights,
  best: boolean,
  task: Task,
): Promise<BlendState> {
  const slots = best ? boneCount : maxInfluences(weights);
  const search = best ? "all" : "evaluate";
  const whole = createState(parallel.arena, problem, kind, boneCount, slots);
  whole.bones.set(rows);
  writeRows(whole, weights, slots);
  const options = { ...phaseOptions({ kind }, boneCount), limit: slots, slots, search } as const;
  await new WeightsPhase(parallel, problem, options).run(whole, task);
  return whole;
}

/**
 * The least error that weights on all bones can have. Layers cannot have less. Like `Layers.error` it is E_RMS, or
 * without examples the change of weights.
 * @param weights where the search starts.
 */
export async function leastError(
  parallel: Parallel,
  layered: LayerProblem,
  weights: SparseWeights,
  task: Task,
): Promise<number> {
  const mark = parallel.arena.mark();
  const { errors } = await wholeRows(parallel, layered, weights, true, task);
  const least = totalError(layered, errors);
  parallel.arena.release(mark);
  return least;
}

/**
 * @param examples null to fit only the weights.
 * @param best whether to find the best weights on all bones, which takes long for many bones.
 * @param atomSlots c.
 * @throws CancelledError if the task is cancelled.
 */
export async function layerProblem(
  parallel: Parallel,
  examples: LayerExamples | null,
  weights: SparseWeights,
  boneCount: number,
  atomSlots: number,
  best: boolean,
  task: Task,
): Promise<LayerProblem> {
  const { arena } = parallel;
  const base = examples
    ? await fromExamples(parallel, examples, boneCount, task)
    : fromWeights(parallel, weights, boneCount);
  const { problem, kind, rows } = base;
  const floors = arena.f64(problem.vertexCount).fill(0);
  const phase = new WeightsPhase(parallel, problem, {
    ...phaseOptions(base, boneCount),
    limit: atomSlots,
    slots: atomSlots,
    search: "swap",
  });
  const state = createState(arena, problem, kind, boneCount, atomSlots);
  state.bones.set(rows);
  await phase.prepare(state, task);
  let ideal = weights;
  if (examples) {
    task.progress({
      phase: best ? "Finding the best weights" : "Measuring the weights",
      done: null,
      detail: "",
    });
    const mark = arena.mark();
    const whole = await wholeRows(parallel, { problem, kind, rows, boneCount }, weights, best, task);
    floors.set(whole.errors);
    if (best) ideal = sparseWeights(whole.ids, whole.values, problem.vertexCount);
    arena.release(mark);
  }
  return { ...base, boneCount, ideal, floors, phase, state };
}
