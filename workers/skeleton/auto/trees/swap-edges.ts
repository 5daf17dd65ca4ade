import { motionOfRows } from "../../../decompose/phases/blend-state";
import type { Task } from "../../../model/task";
import type { StrictBench } from "../../strict/strict-bench";
import { poseOf, type StrictState } from "../../strict/strict-state";
import { type BoneOverlaps, overlapsOfStatistics } from "../../tree/bone-overlaps";
import { edgeCosts, type JointEdge } from "../../tree/edge-costs";
import { rootsOf, type SkeletonTree, type TreeLink, treeFromLinks } from "../../tree/skeleton-tree";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "../improve";
import { scoreOf } from "./judge-trees";
import { pairOf, sharedErrors } from "./shared-errors";
import { hasImage, linksWithoutImage, type MirrorPlane, mirrorImages } from "./symmetry";
import { cycleOf, isLink, linksOfTree } from "./tree-links";
import { DIAGONAL, edgePull } from "./try-trees";

/** The number of new edges to try, and of Gauss-Newton steps for each swap. */
const NEW_EDGES = 6;
const STEPS = 2;
/**
 * A swap is promising if its cost with the old weights is at most `slack` times the old tree's. The best `verified` of
 * these are verified, each with at most `most` outer iterations.
 */
const HASTY = { slack: 1.01, verified: 3, most: 4 };
/**
 * If the weights of two bones have grown together, the right tree costs much more at first, and needs many iterations
 * to part them. A patient search allows for that. It also tries edges between bones that share vertices with a large
 * error.
 */
const PATIENT = { slack: 8, verified: 8, most: 48 };
/**
 * A swap is checked after this many outer iterations. It is given up if at its pace it would not win in `HORIZON` more.
 */
const ITERATIONS = 4;
const HORIZON = 20;
/** A swap that takes more iterations than the old tree must gain at least this share of the objective. */
const LATE_GAIN = 0.1;

/**
 * With less error than this, in percent of the diagonal, a patient search allows for as much as at this error. Bones
 * that follow nearly exactly have grown together with their weights.
 */
const NEARLY = 0.01;

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
  /** Whether a swap may take many iterations. */
  patient?: boolean;
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
  const { pull, patient, mayGoOn } = swapOptions;
  const { verified, most } = patient ? PATIENT : HASTY;
  const start = bench.save(from.state);
  const { base, swaps } = await findSwaps(bench, from, swapOptions, task);
  const options = { iterations: ITERATIONS, pull, tolerance: 0, jointsEvery: JOINTS_EVERY };
  await bench.restore(start, task);
  const reached = await improveSkeleton(
    bench,
    { ...from, state: base.state, objective: Infinity },
    options,
    task,
  );
  const kept = bench.save(reached.state);
  const goal = scoreOf({ ...reached, alone: base.alone });
  for (const { state, error, alone } of swaps.slice(0, verified)) {
    if (!mayGoOn()) break;
    bench.take(start);
    let other: Reached = { state, error, objective: Infinity };
    for (let it = 0; it < most; it += ITERATIONS) {
      const before = other.objective;
      other = await improveSkeleton(bench, other, options, task);
      const score = scoreOf({ ...other, alone });
      if (score < (it === 0 ? goal : (1 - LATE_GAIN) * goal)) return { reached: other, swapped: true };
      if (score - goal > (HORIZON / ITERATIONS) * (before - other.objective)) break;
    }
  }
  return { reached: { ...reached, state: await bench.restore(kept, task) }, swapped: false };
}

/** The promising swaps, best first, and the old tree after the same number of steps. */
async function findSwaps(
  bench: StrictBench,
  { state, error }: Reached,
  { pull, mirror, patient = false, mayGoOn }: SwapOptions,
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
  const limit = patient
    ? PATIENT.slack * Math.max(scored(base), bench.errorOf(NEARLY))
    : HASTY.slack * scored(base);
  const links = linksOfTree(old);
  const swaps: Swap[] = [];
  for (const edge of await newEdges(
    bench,
    bones,
    links,
    { overlaps, images, patient, pull: edgePull(bench, error) },
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
  bench: StrictBench,
  bones: Float64Array,
  links: readonly TreeLink[],
  {
    overlaps,
    images,
    patient,
    pull,
  }: { overlaps: BoneOverlaps; images: Int32Array | null; patient: boolean; pull: number },
  task: Task,
): Promise<JointEdge[]> {
  const { frameCount } = bench.problem;
  const edges = await edgeCosts(
    motionOfRows(bones, frameCount, bench.solver.options.bones),
    overlaps,
    { rule: "reach", solver: "soft", pull, expected: "overlap", diagonal: DIAGONAL },
    task,
  );
  const offers = edges
    .filter(({ a, b }) => !links.some((link) => isLink(link, a, b)))
    .sort((p, q) => p.cost - q.cost);
  const others = offers.slice(NEW_EDGES);
  const mirrored = images ? others.filter((edge) => hasImage(images, edge, links)) : [];
  const chosen = [...offers.slice(0, NEW_EDGES), ...mirrored.slice(0, MIRRORED_EDGES)];
  if (!patient) return chosen;
  const h = overlaps.count;
  const wrong = sharedErrors(bench.blend, h);
  const errorOf = ({ a, b }: JointEdge) => wrong[pairOf(a, b, h)];
  const wrongest = offers
    .filter((edge) => !chosen.includes(edge) && errorOf(edge) > 0)
    .sort((p, q) => errorOf(q) - errorOf(p));
  return [...chosen, ...wrongest.slice(0, NEW_EDGES)];
}
