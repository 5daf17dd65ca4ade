/**
 * Our own extraction of a skeleton. A decomposition first finds free bones, because a bad start spoils everything after
 * it. A search on a sample of the vertices then finds tree, joints and motion. It optimises motion, joints, weights and
 * rest pose together, swaps edges of the tree, and moves bones to where the error is. At the end a fit of all vertices
 * settles the result.
 */
import { percentFigure } from "../../model/reports/figures";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { type Task, workSeconds } from "../../model/task";
import type { FoundSkeleton, MethodTools } from "../method";
import { settleStill } from "../still/settle-still";
import { FAR } from "../strict/pulls";
import { StrictBench } from "../strict/strict-bench";
import { copyOf, type StrictState } from "../strict/strict-state";
import { boneNamed } from "../tree/choose-root";
import { rigInTreeOrder, rootsOf, type SkeletonTree, treeFromLinks, treeOfRig } from "../tree/skeleton-tree";
import { drawIn, MOST_COST } from "./draw-in";
import { freeBones, otherStarts } from "./free-bones";
import { improveSkeleton, type Reached } from "./improve";
import { rootInMiddle } from "./root-in-middle";
import { sampleSize, sampleVertices } from "./sample-vertices";
import { type Searched, type SearchOptions, searchSkeleton } from "./search";
import { linksOfTree } from "./tree-links";

/** The search pulls joints at least this strongly, because joints that run away mislead it. */
const LEAST_PULL = 1e-3;
/** After a search on a sample, this many fits of weights and rest pose run before the motion changes. */
const SURFACES = 3;
/** The most outer iterations at the end, after a search on all vertices, and after one on a sample. */
const LAST = 350;
const LAST_OF_SAMPLED = 50;
/** They end earlier if two in a row gain less than this share of the objective. */
const TOLERANCE = 1e-5;

/** λ of soft joints (Le & Deng 2014, E_J) for the soft error of the result, and the Gauss-Newton steps that find it. */
const SOFTNESS = 0.01;
const SOFT_STEPS = 5;
/** After this share of a time limit, nothing new begins. */
const MOST_TIME = 0.9;

export async function autoSkeleton(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { sequence, settings } = input;
  const { task, makeParallel } = tools;
  const began = workSeconds(task);
  const isLate = () => settings.seconds !== null && workSeconds(task) - began > MOST_TIME * settings.seconds;
  const bones = input.from?.boneKind === "rigid" ? input.from.bones.length : settings.bones;
  const sampled = sampleSize(sequence, bones);
  const members = sampled > 0 ? sampleVertices(sequence.rest, sampled) : null;
  const free = await freeBones(input, members, tools);
  const root = boneNamed(free, settings.root);
  const options = { sampled };
  const bench = await StrictBench.open(makeParallel, sequence, free, settings.influences, task, options);
  try {
    const mayGoOn = () => !task.finishNow && !isLate();
    const others = otherStarts(input, free, tools);
    const given = input.from ? treeOfBones(free, root) : null;
    const { trees, ...begun } = await searched(
      bench,
      { root, given, members, others, mayGoOn },
      input,
      tools,
    );
    const last = { iterations: members ? LAST_OF_SAMPLED : LAST, pull: settings.pull, mayGoOn };
    const { state, error } = await settled(bench, begun, last, task);
    const { rig: strict } = rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state));
    const soft = await softened(bench, state, settings.pull, task);
    const still = settleStill(sequence, strict, soft, bench.percent(error) / 100, settings);
    const found = { ...still, ...(settings.root === null && rootInMiddle(sequence, still)) };
    return {
      rig: found.soft,
      tree: treeOfRig(found.soft),
      strict: found.strict,
      trees: trees.map(({ name, error }) => ({ name, rmsePercent: bench.percent(error) })),
      still: found.still,
      notes: [
        ...(isLate()
          ? [`The time limit of ${settings.seconds} s ended the search early. More time may lower the error.`]
          : []),
        ...found.notes,
      ],
    };
  } finally {
    bench.parallel.dispose();
  }
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
  const least = settings.pull >= LEAST_PULL ? FAR : Infinity;
  const drawing = { pull: settings.pull, least, after: mayGoOn };
  const { reached, bounds } = await drawIn(part, found, drawing, task);
  const counts = part.problem.vertexCount / bench.problem.vertexCount;
  const tried = trees.map(({ name, error }) => ({ name, error: error / counts }));
  if (!members) return { reached, bounds, trees: tried };
  let error = await bench.takePart(part, members, task);
  for (let n = 0; n < SURFACES && mayGoOn(); n++) error = await bench.fitSurface(task);
  return { reached: { ...reached, error, objective: Infinity }, bounds, trees: tried };
}

/** Iterates with all vertices and the requested pull, until an iteration gains little. */
async function settled(
  bench: StrictBench,
  { reached: from, bounds }: { reached: Reached; bounds: Float64Array },
  { iterations, pull, mayGoOn }: { iterations: number; pull: number; mayGoOn: () => boolean },
  task: Task,
): Promise<Reached> {
  if (!mayGoOn()) return from;
  task.progress({ phase: "Settling", done: null, detail: `${percentFigure(bench.percent(from.error))} %` });
  const last = { iterations, pull, tolerance: TOLERANCE, after: mayGoOn };
  const start = bench.save(from.state);
  const begun = { ...from, objective: Infinity };
  const held = await improveSkeleton(bench, begun, { ...last, bounds }, task);
  if (held.error <= (1 + MOST_COST) * from.error) return held;
  // Two bones no longer share a surface, so that their joint is held far from where it was.
  return improveSkeleton(bench, { ...begun, state: await bench.restore(start, task) }, last, task);
}

/** The same skeleton with joints that may open a little. */
async function softened(bench: StrictBench, state: StrictState, pull: number, task: Task): Promise<Rig> {
  const soft = copyOf(state);
  const { vertexCount } = bench.problem;
  const openings = new Float64Array(state.tree.parents.length).fill(SOFTNESS * vertexCount);
  const movable = new Uint8Array(openings.length);
  await bench.fit(soft, { steps: SOFT_STEPS, pull, openings, movable }, task);
  return rigInTreeOrder(bench.rigOf(soft, false), bench.treeOf(soft)).rig;
}
