import { motionOfRows } from "../../decompose/phases/blend-state";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { poseOf, type StrictState } from "../strict/strict-state";
import { overlapsOfStatistics } from "../tree/bone-overlaps";
import { edgeCosts, type JointEdge } from "../tree/edge-costs";
import { rootsOf, treeFromLinks } from "../tree/skeleton-tree";
import { improve, type Reached } from "./improve";
import { linksOfTree, subtreeOf } from "./tree-links";
import { DIAGONAL, EDGE_PULL } from "./try-trees";

/** How many other edges are tried for each edge, and Gauss-Newton steps for each. */
const CANDIDATES = 3;
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
 * Tries to replace each edge of the tree by another one that joins the two parts. It judges all of them with fixed
 * weights, and the best ones again with new weights. It takes the first that lowers the objective. The bench then holds
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
  const options = { iterations: ITERATIONS, pull, tolerance: 0 };
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
  edges.sort((p, q) => p.cost - q.cost);
  const base = { tree: { ...state.tree, joints: state.tree.joints.slice() }, pose: state.pose.slice() };
  const options = { steps: STEPS, pull };
  const limit = SLACK * (await bench.fitTo(base, statistics, options, task));
  const swaps: Swap[] = [];
  const links = linksOfTree(state.tree);
  for (const [n, link] of links.entries()) {
    const below = subtreeOf(state.tree, link.a);
    const joins = ({ a, b }: JointEdge) =>
      below.has(a) !== below.has(b) && !(a === link.a && b === link.b) && !(a === link.b && b === link.a);
    for (const edge of edges.filter(joins).slice(0, CANDIDATES)) {
      if (!mayGoOn()) break;
      const others = [...links.slice(0, n), edge, ...links.slice(n + 1)];
      const tree = treeFromLinks(h, others, rootsOf(state.tree), state.tree.joints);
      const trial = { tree, pose: poseOf(bones, tree, true) };
      const error = await bench.fitTo(trial, statistics, options, task);
      if (error < limit) swaps.push({ state: trial, error });
    }
  }
  return { base, swaps: swaps.sort((p, q) => p.error - q.error) };
}
