import { motionOfRows } from "../../decompose/phases/blend-state";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { poseOf, type StrictState } from "../strict/strict-state";
import { overlapsOfStatistics } from "../tree/bone-overlaps";
import { edgeCosts } from "../tree/edge-costs";
import { rootsOf, treeFromLinks } from "../tree/skeleton-tree";
import { improve, JOINTS_EVERY, type Reached } from "./improve";
import { cycleOf, isLink, linksOfTree } from "./tree-links";
import { DIAGONAL, EDGE_PULL } from "./try-trees";

/** How many new edges are tried, and Gauss-Newton steps for each swap. */
const NEW_EDGES = 10;
const STEPS = 2;
/** A swap is verified if, with the old weights, it costs at most this much more than the old tree. */
const SLACK = 1.01;
/** Swaps that are verified, and outer iterations for it. */
const VERIFIED = 3;
const ITERATIONS = 4;

interface Swap {
  state: StrictState;
  error: number;
}

/**
 * Tries edges that are not in the tree, those that would cost least to tie first. Each closes a cycle, whose other edges
 * it may replace. It judges all of them with fixed weights, and the best ones again with new weights. It takes the first
 * that lowers the objective. The bench then holds
 * the result.
 */
export async function swapEdges(
  bench: StrictBench,
  from: Reached,
  { pull, mayGoOn }: { pull: number; mayGoOn(): boolean },
  task: Task,
): Promise<{ reached: Reached; swapped: boolean }> {
  const start = bench.save(from.state);
  const { base, swaps } = await findSwaps(bench, from.state, pull, mayGoOn, task);
  const options = { iterations: ITERATIONS, pull, tolerance: 0, jointsEvery: JOINTS_EVERY };
  await bench.restore(start, task);
  let reached = await improve(bench, { ...from, state: base, objective: Infinity }, options, task);
  const kept = bench.save(reached.state);
  for (const { state, error } of swaps.slice(0, VERIFIED)) {
    if (!mayGoOn()) break;
    bench.take(start);
    const other = await improve(bench, { state, error, objective: Infinity }, options, task);
    if (other.objective < reached.objective) {
      reached = other;
      return { reached, swapped: true };
    }
  }
  return { reached: { ...reached, state: await bench.restore(kept, task) }, swapped: false };
}

/** The promising swaps, best first, and the old tree after as many steps. */
async function findSwaps(
  bench: StrictBench,
  state: StrictState,
  pull: number,
  mayGoOn: () => boolean,
  task: Task,
): Promise<{ base: StrictState; swaps: Swap[] }> {
  const statistics = await bench.statistics(task);
  const bones = bench.blend.bones.slice();
  const h = bench.solver.options.bones;
  const frames = bench.problem.frameCount;
  const overlaps = overlapsOfStatistics(statistics.normal, h);
  const edges = await edgeCosts(
    motionOfRows(bones, frames, h),
    overlaps,
    { rule: "reach", solver: "soft", pull: EDGE_PULL * frames, expected: "overlap", diagonal: DIAGONAL },
    task,
  );
  const links = linksOfTree(state.tree);
  const offers = edges
    .filter(({ a, b }) => !links.some((link) => isLink(link, a, b)))
    .sort((p, q) => p.cost - q.cost)
    .slice(0, NEW_EDGES);
  const base = { tree: { ...state.tree, joints: state.tree.joints.slice() }, pose: state.pose.slice() };
  const movable = new Uint8Array(h);
  const limit = SLACK * (await bench.fitTo(base, statistics, { steps: STEPS, pull, movable }, task));
  const swaps: Swap[] = [];
  for (const edge of offers) {
    for (const gone of cycleOf(state.tree, edge)) {
      if (!mayGoOn()) break;
      const others = links.filter(({ a, b }) => !isLink(gone, a, b));
      const tree = treeFromLinks(h, [...others, edge], rootsOf(state.tree), state.tree.joints);
      const trial = { tree, pose: poseOf(bones, tree, true) };
      movable.fill(0)[tree.parents[edge.a] === edge.b ? edge.a : edge.b] = 1;
      const error = await bench.fitTo(trial, statistics, { steps: STEPS, pull, movable }, task);
      if (error < limit) swaps.push({ state: trial, error });
    }
  }
  return { base, swaps: swaps.sort((p, q) => p.error - q.error) };
}
