/**
 * A skeleton from free bones: the search, the joints that it draws in, the last iterations with all vertices, and the
 * soft version of the result.
 */
import type { ExtractInput, SkeletonReport } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { MethodTools } from "../method";
import { FAR, type JointPull } from "../strict/pulls";
import { StrictBench } from "../strict/strict-bench";
import { copyOf, type StrictState } from "../strict/strict-state";
import { boneNamed } from "../tree/choose-root";
import { rigInTreeOrder, rootsOf, type SkeletonTree, treeFromLinks, treeOfRig } from "../tree/skeleton-tree";
import { drawIn } from "./draw-in";
import { isFree, LEAST_PULL, settleWithFreeJoints } from "./free-joints";
import type { Reached } from "./improve";
import { fitInNoise } from "./noise/fit-in-noise";
import { type Searched, type SearchOptions, searchSkeleton } from "./search";
import { settleSkeleton } from "./settle";
import { settleAtRest } from "./settle-at-rest";
import { linksOfTree } from "./trees/tree-links";

/** After a search on a sample, this many fits of weights and rest pose run before the motion changes. */
const SURFACES = 3;
/** The most fits of weights and rest pose under a motion that stays. */
const SURFACES_OF_STAYING = 30;
/** They end earlier if one gains less than this share of the error. */
const TOLERANCE = 1e-5;

/** λ of soft joints (Le & Deng 2014, E_J) for the soft error of the result, and the Gauss-Newton steps that find it. */
const SOFTNESS = 0.01;
const SOFT_STEPS = 5;

/** A skeleton with its bones in the order of the tree. */
export interface SolvedSkeleton {
  strict: Rig;
  /** The same bones with joints that may open a little. */
  soft: Rig;
  /** Error of the strict rig, in percent of the diagonal. */
  percent: number;
  /** V: the squared error of each vertex of the strict rig, normalised. */
  errors: Float64Array;
  trees: NonNullable<SkeletonReport["trees"]>;
}

/** Where a search begins. */
interface FreeStart {
  free: Rig;
  /** The vertices of the sample, or null for all. */
  members: Int32Array | null;
  others: SearchOptions["others"];
}

export async function solveFrom(
  input: ExtractInput,
  { free, members, others }: FreeStart,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton> {
  const { sequence, settings } = input;
  const { task, makeParallel } = tools;
  const root = boneNamed(free, settings.root);
  const options = { sampled: members?.length ?? 0 };
  const bench = await StrictBench.open(makeParallel, sequence, free, settings.influences, task, options);
  try {
    const given = input.from ? treeOfBones(free, root) : null;
    const asked = { root, given, members, others, mayGoOn };
    const { trees, ...begun } = await searched(bench, asked, input, tools);
    const { pull, seed } = settings;
    const settled = isFree(pull)
      ? await settleWithFreeJoints(bench, begun.reached, { pull, seed, mayGoOn }, task)
      : await settleSkeleton(
          bench,
          begun.reached,
          { sampled: members !== null, bounds: begun.bounds, pull, mayGoOn },
          task,
        );
    const placed = await settleAtRest(bench, settled, input, tools, mayGoOn);
    const reached = await fitInNoise(bench, placed, input, tools, mayGoOn);
    const tried = trees.map(({ name, error }) => ({ name, rmsePercent: bench.percent(error) }));
    return { ...(await rigsOf(bench, reached, settings.pull, task)), trees: tried };
  } finally {
    bench.parallel.dispose();
  }
}

/**
 * Fits weights and rest pose for as many influences as the settings ask for, which may be fewer than a strict rig has.
 * Its tree, joints and motion stay: if weights cannot follow the surface, a fit of the motion would move the joints to
 * make up for it.
 */
export async function withTheseBones(
  { sequence, settings }: ExtractInput,
  strict: Rig,
  { task, makeParallel }: MethodTools,
): Promise<Omit<SolvedSkeleton, "trees">> {
  const { influences, pull } = settings;
  const bench = await StrictBench.open(makeParallel, sequence, strict, influences, task);
  try {
    const state = bench.stateOf(treeOfRig(strict), true);
    await bench.place(state, task);
    let [error, before] = [await bench.fitSurface(task), Infinity];
    for (let n = 0; n < SURFACES_OF_STAYING && before - error > TOLERANCE * error; n++) {
      before = error;
      error = await bench.fitSurface(task);
    }
    return await rigsOf(bench, { state, error, objective: error }, pull, task);
  } finally {
    bench.parallel.dispose();
  }
}

export async function rigsOf(
  bench: StrictBench,
  { state, error }: Reached,
  pull: JointPull,
  task: Task,
): Promise<Omit<SolvedSkeleton, "trees">> {
  const { rig: strict } = rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state));
  const errors = bench.blend.errors.slice();
  const soft = await softened(bench, state, pull, task);
  return { strict, soft, percent: bench.percent(error), errors };
}

/** The tree that bones already have, with `root` as a root if it is not −1; null if no bone has a parent. */
function treeOfBones(rig: Rig, root: number): SkeletonTree | null {
  const tree = treeOfRig(rig);
  if (tree.parents.every((p) => p < 0)) return null;
  const roots = root < 0 ? rootsOf(tree) : [root, ...rootsOf(tree)];
  return treeFromLinks(tree.parents.length, linksOfTree(tree), roots, tree.joints);
}

/**
 * Searches on a sample of the vertices if that is enough. The bench then holds the result, with weights for all
 * vertices.
 */
async function searched(
  bench: StrictBench,
  {
    members,
    ...asked
  }: Pick<SearchOptions, "root" | "given" | "others" | "mayGoOn"> & { members: Int32Array | null },
  { sequence, settings }: ExtractInput,
  { task, show }: MethodTools,
): Promise<Searched & { bounds: Float64Array }> {
  const { mayGoOn } = asked;
  const part = members ? bench.part(members) : bench;
  const pull = Math.max(settings.pull, LEAST_PULL);
  const better = async ({ state, error }: Reached) => {
    const shown = members ? await bench.takePart(part, members, task) : error;
    show(rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state)).rig, bench.percent(shown));
  };
  const options = { ...asked, pull, seed: settings.seed, better };
  const { reached: found, trees } = await searchSkeleton(part, sequence, options, task);
  // A weaker pull leaves joints free.
  const least = isFree(settings.pull) ? Infinity : FAR;
  const drawing = { pull: settings.pull, least, after: mayGoOn };
  const { reached, bounds } = await drawIn(part, found, drawing, task);
  const counts = part.problem.vertexCount / bench.problem.vertexCount;
  const tried = trees.map(({ name, error }) => ({ name, error: error / counts }));
  if (!members) return { reached, bounds, trees: tried };
  let error = await bench.takePart(part, members, task);
  for (let n = 0; n < SURFACES && mayGoOn(); n++) error = await bench.fitSurface(task);
  return { reached: { ...reached, error, objective: Infinity }, bounds, trees: tried };
}

/** The same skeleton with joints that may open a little. */
async function softened(bench: StrictBench, state: StrictState, pull: JointPull, task: Task): Promise<Rig> {
  const soft = copyOf(state);
  const { vertexCount } = bench.problem;
  const openings = new Float64Array(state.tree.parents.length).fill(SOFTNESS * vertexCount);
  const movable = new Uint8Array(openings.length);
  await bench.fit(soft, { steps: SOFT_STEPS, pull, openings, movable }, task);
  return rigInTreeOrder(bench.rigOf(soft, false), bench.treeOf(soft)).rig;
}
