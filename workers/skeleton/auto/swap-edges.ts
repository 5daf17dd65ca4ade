import { motionOfRows } from "../../decompose/phases/blend-state";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { poseOf, type StrictState } from "../strict/strict-state";
import { type BoneOverlaps, overlapsOfStatistics } from "../tree/bone-overlaps";
import { edgeCosts, type JointEdge } from "../tree/edge-costs";
import { rootsOf, type SkeletonTree, type TreeLink, treeFromLinks } from "../tree/skeleton-tree";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "./improve";
import { scoreOf } from "./judge-trees";
import { hasImage, linksWithoutImage, type MirrorPlane, mirrorImages } from "./symmetry";
import { cycleOf, isLink, linksOfTree } from "./tree-links";
import { DIAGONAL, edgePull } from "./try-trees";

/** How many new edges are tried, and Gauss-Newton steps for each swap. */
const NEW_EDGES = 6;
const STEPS = 2;
/** A swap is verified if, with the old weights, it costs at most this much more than the old tree. */
const SLACK = 1.01;
/** Swaps that are verified, and outer iterations for it. */
const VERIFIED = 3;
const ITERATIONS = 4;

/** Edges that would make the tree more symmetric and are tried besides. */
const MIRRORED_EDGES = 4;

interface Swap {
  state: StrictState;
  error: number;
  /** Links without a mirror image. */
  alone: number;
}

export interface SwapOptions {
  pull: number;
  /** The body's mirror plane, or null. Swaps that leave fewer links without an image may cost something. */
  mirror: MirrorPlane | null;
  mayGoOn(): boolean;
}

/**
 * Tries edges that are not in the tree, those that would cost least to tie first. Each closes a cycle, whose other edges
 * it may replace. It judges all of them with fixed weights, and the best ones again with new weights. It takes the first
 * that scores better: that lowers the objective, or makes the tree more symmetric for little. The bench then holds the
 * result.
 */
export async function swapEdges(
  bench: StrictBench,
  from: Reached,
  swapOptions: SwapOptions,
  task: Task,
): Promise<{ reached: Reached; swapped: boolean }> {
  const { pull, mayGoOn } = swapOptions;
  const start = bench.save(from.state);
  const { base, swaps } = await findSwaps(bench, from, swapOptions, task);
  const options = { iterations: ITERATIONS, pull, tolerance: 0, jointsEvery: JOINTS_EVERY };
  await bench.restore(start, task);
  let reached = await improveSkeleton(
    bench,
    { ...from, state: base.state, objective: Infinity },
    options,
    task,
  );
  const kept = bench.save(reached.state);
  for (const { state, error, alone } of swaps.slice(0, VERIFIED)) {
    if (!mayGoOn()) break;
    bench.take(start);
    const other = await improveSkeleton(bench, { state, error, objective: Infinity }, options, task);
    if (scoreOf({ ...other, alone }) < scoreOf({ ...reached, alone: base.alone })) {
      reached = other;
      return { reached, swapped: true };
    }
  }
  return { reached: { ...reached, state: await bench.restore(kept, task) }, swapped: false };
}

/** The promising swaps, best first, and the old tree after as many steps. */
async function findSwaps(
  bench: StrictBench,
  { state, error }: Reached,
  { pull, mirror, mayGoOn }: SwapOptions,
  task: Task,
): Promise<{ base: Swap; swaps: Swap[] }> {
  const statistics = await bench.statistics(task);
  const bones = bench.blend.bones.slice();
  const h = bench.solver.options.bones;
  const overlaps = overlapsOfStatistics(statistics.normal, h);
  const images = mirror && mirrorImages(overlaps, mirror);
  const aloneIn = (tree: SkeletonTree) => (images ? linksWithoutImage(tree, images) : 0);
  const movable = new Uint8Array(h);
  const fitted = async (trial: StrictState): Promise<Swap> => {
    const error = await bench.fitTo(trial, statistics, { steps: STEPS, pull, movable }, task);
    return { state: trial, error, alone: aloneIn(trial.tree) };
  };
  const scored = ({ error, alone }: Swap) => scoreOf({ objective: error, alone });
  const { tree: old } = state;
  const base = await fitted({ tree: { ...old, joints: old.joints.slice() }, pose: state.pose.slice() });
  const limit = SLACK * scored(base);
  const links = linksOfTree(old);
  const swaps: Swap[] = [];
  for (const edge of await newEdges(
    bench,
    bones,
    links,
    { overlaps, images, pull: edgePull(bench, error) },
    task,
  )) {
    for (const gone of cycleOf(old, edge)) {
      if (!mayGoOn()) break;
      const others = links.filter(({ a, b }) => !isLink(gone, a, b));
      const tree = treeFromLinks(h, [...others, edge], rootsOf(old), old.joints);
      movable.fill(0)[tree.parents[edge.a] === edge.b ? edge.a : edge.b] = 1;
      const swap = await fitted({ tree, pose: poseOf(bones, tree, true) });
      if (scored(swap) < limit) swaps.push(swap);
    }
  }
  return { base, swaps: swaps.sort((p, q) => scored(p) - scored(q)) };
}

/** The edges to try: those that would cost least to tie, and those whose images are in the tree. */
async function newEdges(
  { problem, solver }: StrictBench,
  bones: Float64Array,
  links: readonly TreeLink[],
  { overlaps, images, pull }: { overlaps: BoneOverlaps; images: Int32Array | null; pull: number },
  task: Task,
): Promise<JointEdge[]> {
  const { frameCount } = problem;
  const edges = await edgeCosts(
    motionOfRows(bones, frameCount, solver.options.bones),
    overlaps,
    { rule: "reach", solver: "soft", pull, expected: "overlap", diagonal: DIAGONAL },
    task,
  );
  const offers = edges
    .filter(({ a, b }) => !links.some((link) => isLink(link, a, b)))
    .sort((p, q) => p.cost - q.cost);
  const others = offers.slice(NEW_EDGES);
  const mirrored = images ? others.filter((edge) => hasImage(images, edge, links)) : [];
  return [...offers.slice(0, NEW_EDGES), ...mirrored.slice(0, MIRRORED_EDGES)];
}
