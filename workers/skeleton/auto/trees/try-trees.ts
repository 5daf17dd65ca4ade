import { motionOfRows } from "../../../decompose/phases/blend-state";
import { type Task, workSeconds } from "../../../model/task";
import { fadeOf } from "../../strict/pulls";
import type { SavedSkeleton, StrictBench } from "../../strict/strict-bench";
import { poseOf } from "../../strict/strict-state";
import { overlapsOfStatistics } from "../../tree/bone-overlaps";
import { buildTree } from "../../tree/build-tree";
import type { EdgeRule } from "../../tree/edge-costs";
import type { SkeletonTree } from "../../tree/skeleton-tree";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "../improve";

/** Each rule fails on some motion. So every rule builds a tree, and the best one is kept. */
const RULES: readonly EdgeRule[] = ["reach", "gap", "eq21"];
/** Gauss-Newton steps after the joints are closed, and first outer iterations with all joints. */
const FIRST_STEPS = 10;
const FIRST_ITERATIONS = 5;
/** The most outer iterations after that, and the share of the objective that two in a row must gain. */
const ITERATIONS = 60;
const TOLERANCE = 1e-3;
/** µ for each frame, for the joints of a new tree. */
const EDGE_PULL = 3e-4;
/**
 * If the error is below half of where `fadeOf` starts to fade, this pull fades too, down to this share: small turns
 * then also show a joint.
 */
const LEAST_PULL = 1e-3;
const CLEANER = 4;
/** A step that takes more seconds than this is worth a word. */
const LONG_STEP = 0.5;
/** Diagonal in normalised coordinates. */
export const DIAGONAL = 2;

/** µ of the joints of new edges, for all frames together, given the error of the bones. */
export const edgePull = (bench: StrictBench, error: number): number =>
  EDGE_PULL *
  bench.problem.frameCount *
  Math.max(LEAST_PULL, Math.min(1, CLEANER * fadeOf(bench.meanOf(error))));

/** A tree with its weights. */
export interface CandidateTree extends Reached {
  name: EdgeRule | "given";
  /** Its error after the first few iterations, for the report. */
  first: number;
  saved: SavedSkeleton;
}

export interface TreeOptions {
  /** The bone to use as the root, or −1 to choose one. */
  root: number;
  /** A tree that the bones already have, in the sequence's coordinates; absent or null if they have none. */
  given?: SkeletonTree | null;
  /** µ. */
  pull: number;
  mayGoOn(): boolean;
}

/**
 * Builds a tree for free bones by each rule, closes its joints and improves it. It also tries the tree that the bones
 * already have, if they have one.
 * @returns all different trees.
 */
export async function tryTrees(
  bench: StrictBench,
  { root, given, pull, mayGoOn }: TreeOptions,
  task: Task,
): Promise<CandidateTree[]> {
  const free = bench.blend.bones.slice();
  const start = bench.save({ tree: NO_TREE, pose: free });
  const edges = edgePull(bench, await bench.fitWeights("evaluate", task));
  const { normal } = await bench.statistics(task);
  const overlaps = overlapsOfStatistics(normal.slice(), bench.solver.options.bones);
  const motion = motionOfRows(free, bench.problem.frameCount, overlaps.count);
  const found: CandidateTree[] = [];
  const seen = new Set<string>();
  const options = { solver: "soft", pull: edges, expected: "overlap", diagonal: DIAGONAL } as const;
  const built = async (rule: EdgeRule) =>
    (await buildTree(motion, overlaps, { ...options, rule }, root, task)).tree;
  for (const name of given ? (["given", ...RULES] as const) : RULES) {
    const tree = name === "given" ? bench.stateOf(given!, true).tree : await built(name);
    const links = linksOf(tree);
    if (seen.has(links)) continue;
    seen.add(links);
    bench.take(start);
    const state = { tree, pose: poseOf(free, tree, true) };
    const began = workSeconds(task);
    const error = await bench.fit(state, { steps: FIRST_STEPS, pull }, task);
    sayHowLong((workSeconds(task) - began) / FIRST_STEPS, task);
    const begun = { state, error, objective: Infinity };
    const first = { iterations: FIRST_ITERATIONS, pull, tolerance: 0, after: mayGoOn };
    const compared = await improveSkeleton(bench, begun, first, task);
    const rest = {
      iterations: ITERATIONS,
      pull,
      tolerance: TOLERANCE,
      jointsEvery: JOINTS_EVERY,
      after: mayGoOn,
    };
    const reached = mayGoOn() ? await improveSkeleton(bench, compared, rest, task) : compared;
    found.push({ ...reached, name, first: compared.error, saved: bench.save(reached.state) });
  }
  return found;
}

/** Says how long one step takes, if it is long. A search takes hundreds. */
function sayHowLong(seconds: number, task: Task): void {
  if (seconds < LONG_STEP) return;
  const detail = `each step takes ${seconds.toFixed(1)} s; fewer bones or a time limit end the search sooner`;
  task.progress({ phase: "Joints", done: null, detail });
}

const NO_TREE: SkeletonTree = {
  parents: new Int32Array(0),
  order: new Uint32Array(0),
  joints: new Float64Array(0),
};

/** The edges of a tree as text, independent of its root. */
const linksOf = ({ parents }: SkeletonTree): string =>
  Array.from(parents, (p, j) => (p < 0 ? "" : `${Math.min(p, j)}-${Math.max(p, j)}`))
    .sort()
    .join();
