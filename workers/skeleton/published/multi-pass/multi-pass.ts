/**
 * Multi-pass rigging (Le & Deng, "Robust and accurate skeletal rigging from mesh sequences", 2014). It minimises
 *
 *   E = E_D + ω E_S + λ E_J
 *
 * the mean squared error, the roughness of the weights, and the squared gaps of the joints. It begins with more
 * clusters than bones. Each round finds the weights, the tree (equation 21) and its joints (equation 23), fits bones
 * that are held together at the joints (equations 25-29), and prunes a redundant bone (equation 30). The next round
 * links the remaining bones anew.
 *
 * docs/algorithms/skeletons/published.md lists what the paper leaves open, and our choices.
 */

import { rigidClusterBytes } from "../../../decompose/initialisers/clusters";
import { startLbg } from "../../../decompose/initialisers/start-lbg";
import { rigidOptions } from "../../../decompose/methods/solver-options";
import { BlendSolver } from "../../../decompose/phases/blend-solver";
import type { BlendState } from "../../../decompose/phases/blend-state";
import { createSmoothing, type Smoothing, smoothingBytes } from "../../../decompose/phases/regions/smoothing";
import { howMany } from "../../../model/reports/figures";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import { parametersOf } from "../../../model/skeleton/extract/extract-methods";
import type { MultiPassParameters } from "../../../model/skeleton/extract/parameters/multi-pass";
import { workSeconds } from "../../../model/task";
import type { FoundSkeleton, MethodTools } from "../../method";
import { overlapsOfStatistics } from "../../tree/bone-overlaps";
import { buildTree } from "../../tree/build-tree";
import { PUBLISHED_EDGES } from "../../tree/edge-costs";
import {
  inArena,
  type LooseBones,
  looseRig,
  normalisedPercent,
  type PublishedContext,
  type PublishedSize,
} from "../published-context";
import { withTreeAndJoints } from "../tree-and-joints";
import { emptyTornRows, prunedBones, redundantBones } from "./prune";
import { addJoints } from "./soft-joints";

/** Diagonal of the rest pose in normalised coordinates. */
const DIAGONAL = 2;
/** Rounds before the first bone is pruned. */
const SETTLING = 3;
/** The rounds' share of a time limit. The rest is for the strict skeleton. */
const SHARE = 0.6;
/** The rig is shown after every few rounds. */
const SHOWN = 5;
/** Rounds after the last bone is pruned, if the time is up. */
const LAST = 2;

const clustersFor = (bones: number, surplus: number) => Math.max(bones, Math.round(bones * surplus));

/** Bones and weights in the arena, with the phases for this number of bones. */
interface Live {
  solver: BlendSolver;
  state: BlendState;
}

export async function multiPass(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { settings } = input;
  const parameters = parametersOf<MultiPassParameters>("multi-pass", settings);
  const rig = await inArena(
    input,
    tools,
    (size, threads) => multiPassBytes(size, parameters, threads),
    async (context) => {
      const live = await allRounds(context, parameters, tools);
      return looseRig(context, looseOf(live));
    },
  );
  return withTreeAndJoints(rig, settings, "soft", tools.task);
}

function multiPassBytes(
  { vertices, frames, corners, bones, influences }: PublishedSize,
  { surplus, smoothness }: MultiPassParameters,
  threads: number,
): number {
  const h = clustersFor(bones, surplus);
  const rank = 3 * frames;
  const blend = { vertices, frames, rank, bones: h, limit: influences, slots: influences };
  const starting = rigidClusterBytes({ vertexCount: vertices, frameCount: frames, rank }, h, threads);
  return (
    starting +
    BlendSolver.bytes(blend, threads, 1) +
    (smoothness > 0 ? smoothingBytes(vertices, corners / 3) : 0)
  );
}

async function allRounds(
  context: PublishedContext,
  parameters: MultiPassParameters,
  tools: MethodTools,
): Promise<Live> {
  const { parallel, problem, starts, random, task, settings, bones, influences } = context;
  const { rounds, smoothness, surplus } = parameters;
  const until = settings.seconds === null ? Infinity : workSeconds(task) + SHARE * settings.seconds;
  task.progress({ phase: "Clusters", done: null, detail: "" });
  const motion = await startLbg(starts, clustersFor(bones, surplus), random, task);
  const smoothing = smoothness > 0 ? createSmoothing(parallel.arena, problem, smoothness) : null;
  const mark = parallel.arena.mark();
  const place = (loose: LooseBones) => {
    parallel.arena.release(mark);
    return placed(context, loose, smoothing);
  };
  const rows = problem.vertexCount * influences;
  let live = await place({ motion, ids: new Int32Array(rows).fill(-1), values: new Float64Array(rows) });
  for (let round = 0, last = rounds; round < last; round++) {
    const { bones: h } = live.solver.options;
    task.progress({ phase: "Bones and joints", done: round / last, detail: howMany(h, "bone") });
    await task.checkpoint();
    const masses = await oneRound(live, context, parameters);
    const isLate = task.finishNow || workSeconds(task) > until;
    if (isLate) last = Math.min(last, round + 1 + (h > bones ? LAST : 0));
    const isEnding = isLate || round + 1 >= last;
    const removed = round + 1 >= SETTLING || isEnding ? redundantBones(masses, bones, isEnding) : [];
    if (removed.length > 0) live = await place(prunedBones(looseOf(live), h, removed));
    else if (round % SHOWN === 0) {
      tools.show(looseRig(context, looseOf(live)), normalisedPercent(problem, live.state.error));
    }
  }
  await live.solver.weights.run(live.state, task);
  return live;
}

/** Solves for weights, tree and joints, then bones. Returns the masses of the bones. */
async function oneRound(
  { solver, state }: Live,
  { problem, settings, task }: PublishedContext,
  { stiffness, sweeps }: MultiPassParameters,
): Promise<Float64Array> {
  const { bones: h } = solver.options;
  const options = { ...PUBLISHED_EDGES, pull: settings.pull, diagonal: DIAGONAL };
  const masses = new Float64Array(h);
  await solver.weights.run(state, task);
  await solver.bones.sweepWith(state, task, sweeps, async (normal) => {
    const overlaps = overlapsOfStatistics(normal, h);
    for (let j = 0; j < h; j++) masses[j] = overlaps.shared[j * h + j];
    const { links } = await buildTree(solver.motionOf(state), overlaps, options, -1, task);
    addJoints(normal, h, links, stiffness * problem.vertexCount);
  });
  return masses;
}

/** Puts loose bones into the arena, with their own phases. */
async function placed(
  { parallel, problem, starts, task, influences }: PublishedContext,
  { motion, ids, values }: LooseBones,
  smoothing: Smoothing | null,
): Promise<Live> {
  const h = motion.length / (12 * problem.frameCount);
  const slots = Math.min(influences, h);
  const solver = new BlendSolver(parallel, problem, { ...rigidOptions({ starts }, h, slots), smoothing });
  const state = solver.createState();
  await solver.setMotion(state, motion, task);
  state.ids.set(ids);
  state.values.set(values);
  emptyTornRows(state, slots);
  return { solver, state };
}

const looseOf = ({ solver, state }: Live): LooseBones => ({
  motion: solver.motionOf(state),
  ids: state.ids.slice(),
  values: state.values.slice(),
});
