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

/** The number of new edges to try, and of Gauss-Newton steps for each swap. */
const NEW_EDGES = 6;
const STEPS = 2;
/** A swap is verified if with the old weights its cost is at most this multiple of the old tree's. */
const SLACK = 1.01;
/** The number of swaps to verify, and of outer iterations for each. */
const VERIFIED = 3;
const ITERATIONS = 4;

/** The number of additional edges to try because they would make the tree more symmetric. */
const MIRRORED_EDGES = 4;

interface Swap {
  state: StrictState;
  error: number;
  /** The number of links without a mirror image. */
  alone: number;
}

export interface SwapOptions {
  pull: number;
  /** The body's mirror plane, or null. Swaps that leave fewer links without a mirror image may cost something. */
  mirror: MirrorPlane | null;
  mayGoOn(): boolean;
}

/**
 * Tries edges that are not in the tree, the cheapest first. Each closes a cycle, and may replace one of the other edges
 * there. All swaps are judged with fixed weights, and the best ones again with new weights. The first with a better
 * score is taken: it lowers the objective, or makes the tree more symmetric at little cost. The bench then holds the
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

/** The promising swaps, best first, and the old tree after the same number of steps. */
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

/** The edges to try: the cheapest ones, and those whose mirror images are in the tree. */
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
