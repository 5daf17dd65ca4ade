import { motionOfRows } from "../../decompose/phases/blend-state";
import type { Task } from "../../model/task";
import type { SavedSkeleton, StrictBench } from "../strict/strict-bench";
import { copyOf, poseOf } from "../strict/strict-state";
import { overlapsOfStatistics } from "../tree/bone-overlaps";
import { buildTree } from "../tree/build-tree";
import type { EdgeRule } from "../tree/edge-costs";
import { rootsOf, type SkeletonTree } from "../tree/skeleton-tree";
import { improve, type Reached } from "./improve";

/** Each rule fails on some motion, so each builds a tree, and the best is kept. */
const RULES: readonly EdgeRule[] = ["reach", "gap", "eq21"];
/** Gauss-Newton steps after the joints are closed, and outer iterations before trees are compared. */
const FIRST_STEPS = 10;
const FIRST_ITERATIONS = 5;
/** µ of the joints of a new tree, for each frame. */
export const EDGE_PULL = 3e-4;
/** Diagonal in normalised coordinates. */
export const DIAGONAL = 2;

export interface TriedTree {
  name: EdgeRule;
  error: number;
}

/**
 * Builds a tree for free bones by each rule, closes its joints and improves it a little. Returns the best tree, which
 * the bench then holds.
 * @param root the bone to use as the root, or −1 to choose one.
 */
export async function tryTrees(
  bench: StrictBench,
  { root, pull }: { root: number; pull: number },
  task: Task,
): Promise<{ best: Reached; trees: TriedTree[] }> {
  const free = bench.blend.bones.slice();
  const start = bench.save({ tree: NO_TREE, pose: free });
  const { normal } = await bench.statistics(task);
  const overlaps = overlapsOfStatistics(normal.slice(), bench.solver.options.bones);
  const motion = motionOfRows(free, bench.problem.frameCount, overlaps.count);
  const trees: TriedTree[] = [];
  const seen = new Set<string>();
  let best: (Reached & { saved: SavedSkeleton }) | null = null;
  for (const rule of RULES) {
    const options = {
      rule,
      solver: "soft",
      pull: EDGE_PULL * bench.problem.frameCount,
      expected: "overlap",
      diagonal: DIAGONAL,
    } as const;
    const { tree } = await buildTree(motion, overlaps, options, root, task);
    const links = linksOf(tree);
    if (seen.has(links)) continue;
    seen.add(links);
    bench.take(start);
    const state = { tree, pose: poseOf(free, tree, true) };
    const error = await bench.fit(state, { steps: FIRST_STEPS, pull }, task);
    const begun = { state, error, objective: Infinity };
    const reached = await improve(bench, begun, { iterations: FIRST_ITERATIONS, pull, tolerance: 0 }, task);
    trees.push({ name: rule, error: reached.error });
    if (!best || beats(bench, reached, best)) best = { ...reached, saved: bench.save(reached.state) };
  }
  const { saved, ...reached } = best!;
  await bench.restore(saved, task);
  return { best: { ...reached, state: copyOf(reached.state) }, trees };
}

/**
 * A tree with fewer roots may always cost this much squared error per vertex and frame: 0.1 percent of the diagonal.
 */
const TIE = 4e-6;
/** It may also cost up to this factor of the squared error. */
const TIE_RATIO = 2;

/**
 * Whether a tree is better than another. Every root moves freely, so a forest always has less error. Fewer roots win
 * unless they cost much.
 */
function beats({ problem }: StrictBench, a: Reached, b: Reached): boolean {
  const [rootsA, rootsB] = [rootsOf(a.state.tree).length, rootsOf(b.state.tree).length];
  if (rootsA === rootsB) return a.objective < b.objective;
  const slack = TIE * problem.vertexCount * problem.frameCount;
  if (rootsA < rootsB) return a.error <= TIE_RATIO * b.error + slack;
  return b.error > TIE_RATIO * a.error + slack;
}

const NO_TREE: SkeletonTree = {
  parents: new Int32Array(0),
  order: new Uint32Array(0),
  joints: new Float64Array(0),
};

/** The edges of a tree as text, whatever its root is. */
const linksOf = ({ parents }: SkeletonTree): string =>
  Array.from(parents, (p, j) => (p < 0 ? "" : `${Math.min(p, j)}-${Math.max(p, j)}`))
    .sort()
    .join();
