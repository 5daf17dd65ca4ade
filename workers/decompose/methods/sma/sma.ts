/**
 * Skinning mesh animations (James & Twigg 2005): mean shift of the triangles' rotations finds the bones, and least
 * squares over the vertices of core triangles finds their motion. Then each vertex gets weights on its best bones. It
 * is one pass without iterations.
 *
 * Sinew's own choices are bandwidth, core and smallest cluster (see `start-mean-shift.ts`). Affine bones stay with the
 * rigid fit where their vertices do not determine more (a plane part). The final rig has weights ≥ 0 with the sum 1;
 * the figures say what that costs.
 */

import type { Random } from "../../../math/random";
import { howMany } from "../../../model/reports/figures";
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { SMA_FIELDS, type SmaParameters } from "../../../model/solve/method-parameters/sma";
import type { Task } from "../../../model/task";
import { Clusters } from "../../initialisers/clusters";
import { meanShiftBytes, shiftMeans, startMeanShift } from "../../initialisers/mean-shift/start-mean-shift";
import type { VertexSets } from "../../initialisers/start-context";
import { BlendSolver } from "../../phases/blend-solver";
import type { BlendState } from "../../phases/blend-state";
import { wholeSample } from "../../problem/sample";
import type { Method, MethodContext, MethodResult } from "../method";
import { nearestWeights, nearestWeightsBytes } from "./nearest-weights";
import { softenBones } from "./soft-rotations";

export const sma: Method = {
  bytes({ vertices, frames, rank, corners, bones, influences }, threads) {
    const size = { vertices, frames, rank, bones, limit: influences, slots: influences };
    const fits = BlendSolver.bytes(size, threads, 1) + 12 * corners + 8 * 12 * frames * bones;
    return (
      meanShiftBytes(frames, corners, threads) + fits + nearestWeightsBytes(rank, bones, influences, threads)
    );
  },

  async solve(context) {
    const { log, settings } = context;
    const parameters = {
      ...defaultsOf<SmaParameters>(SMA_FIELDS),
      ...settings.parameters.sma,
    } as SmaParameters;
    log.enter("Starts");
    log.mark("start");
    const own = settings.initialiser === null || settings.initialiser === "mean-shift";
    const { arena } = context.parallel;
    const work = () => byMeanShift(context, parameters);
    const shifted = own ? await context.task.attempt(arena, SHIFT_SHARE, work) : null;
    const found = shifted ?? (await byOtherStart(context, own));
    log.enter("Weights");
    const result = await weigh(context, parameters, found);
    context.note(result);
    return { ...result, reason: found.reason };
  },
};

/** Mean shift gets this share of the remaining time. */
const SHIFT_SHARE = 0.8;
/** If time runs out with fewer clusters than this share of the bones, the result of mean shift is not used. */
const FEW = 0.5;

/** Rigid bones, and the vertices that determine each of them, if known. */
interface Bones {
  /** F·h·12. */
  motion: Float64Array;
  /** The number of bones, h. */
  count: number;
  cores: VertexSets | null;
  reason: string | null;
  figures: Record<string, number>;
}

async function byMeanShift(
  { starts, bones, random, task }: MethodContext,
  parameters: SmaParameters,
): Promise<Bones | null> {
  const found = await shiftMeans(starts, bones, parameters, random, task);
  const { bandwidth, clusters, sets, isCut } = found;
  if (isCut && clusters < FEW * bones) return null;
  if (clusters === 0) return alone(starts, bones, random, task, bandwidth);
  const { arena } = starts.parallel;
  const mark = arena.mark();
  const fitted = new Clusters({ ...starts, sample: wholeSample(starts) }, bones);
  await fitted.fitSets(sets, task);
  const motion = fitted.motion();
  arena.release(mark);
  const reason = reasonFor(clusters, bones, parameters.bandwidth, isCut);
  return { motion, count: fitted.count, cores: sets, reason, figures: { bandwidth, clusters } };
}

/** One bone for a mesh whose triangles make no cluster. */
async function alone(
  starts: MethodContext["starts"],
  asked: number,
  random: Random,
  task: Task,
  bandwidth: number,
): Promise<Bones> {
  const motion = await startMeanShift(starts, 1, random, task);
  const reason =
    asked === 1
      ? null
      : `SMA found no cluster of triangles that rotate alike; ${howMany(asked, "bone was", "bones were")} asked for.`;
  return { motion, count: 1, cores: null, reason, figures: { bandwidth, clusters: 0 } };
}

function reasonFor(clusters: number, asked: number, bandwidth: number, isCut: boolean): string | null {
  if (clusters === asked) return null;
  const found = howMany(clusters, "cluster");
  if (isCut && clusters < asked)
    return `SMA found ${found} before time ran out; ${howMany(asked, "bone was", "bones were")} asked for. More time may find more.`;
  if (bandwidth > 0) {
    const taken = clusters > asked ? `, of which the largest ${asked} became bones` : "";
    return `A bandwidth of ${bandwidth}° gives ${found}${taken}; ${howMany(asked, "bone was", "bones were")} asked for.`;
  }
  if (clusters > asked) {
    return null;
  }
  return `SMA found at most ${found} at any bandwidth; ${howMany(asked, "bone was", "bones were")} asked for. Allow smaller clusters for more.`;
}

/** @param late whether there was no time for mean shift. */
async function byOtherStart(
  { start, fallback, starts, bones, random, task, log }: MethodContext,
  late: boolean,
): Promise<Bones> {
  if (late) log.remark("There was no time for mean shift: the bones began where the error is largest.");
  const from = late ? fallback : start(startMeanShift);
  const motion = await from(starts, bones, random, task);
  return { motion, count: bones, cores: null, reason: null, figures: {} };
}

async function weigh(
  { parallel, problem, settings, influences, starts, task }: MethodContext,
  { weights, threshold, orthogonality }: SmaParameters,
  { motion, count, cores, figures }: Bones,
): Promise<Omit<MethodResult, "reason">> {
  const { arena } = parallel;
  const mark = arena.mark();
  const kind = settings.boneKind;
  const limit = Math.min(influences, count);
  const solver = new BlendSolver(parallel, problem, {
    bones: count,
    limit,
    kind,
    search: "fixed",
    rule: "single",
    mayReflect: true,
    candidates: 1,
    rounds: 1,
    nearest: starts.nearest,
  });
  const state = solver.createState();
  await solver.setMotion(state, motion, task);
  const options = { bones: count, limit, slots: limit, kind };
  if (kind === "affine") {
    if (cores) coreWeights(cores, state, limit);
    else await nearestWeights(parallel, problem, state, { ...options, limit: 1, threshold: null }, task);
    await solver.bones.run(state, task);
    if (orthogonality > 0) {
      const soft = solver.motionOf(state);
      softenBones(problem, state, limit, soft, orthogonality);
      await solver.setMotion(state, soft, task);
    }
  }
  const chosen = weights === "tsvd" ? threshold : null;
  const raw = await nearestWeights(parallel, problem, state, { ...options, threshold: chosen }, task);
  await solver.weights.run(state, task, "evaluate");
  const result = {
    bones: count,
    kind,
    motion: solver.motionOf(state),
    ids: state.ids.slice(),
    values: state.values.slice(),
    error: state.error,
    figures: { ...figures, eRmsBeforeNormalising: solver.eRms(raw + problem.tail) },
  };
  arena.release(mark);
  return result;
}

/**
 * Gives each vertex of a core to its bone alone, and no weight to the others. An affine fit of each bone uses these
 * weights.
 */
function coreWeights({ offsets, members }: VertexSets, state: BlendState, slots: number): void {
  state.ids.fill(-1);
  for (let j = 0; j + 1 < offsets.length; j++) {
    for (let m = offsets[j]; m < offsets[j + 1]; m++) {
      state.ids[members[m] * slots] = j;
      state.values[members[m] * slots] = 1;
    }
  }
}
