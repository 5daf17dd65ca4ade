/**
 * The search for a skeleton on a bench. Several rules build trees, and each tree is improved a little. The first
 * iterations show only roughly which tree will be best. So the search continues with the best two for a while, and then
 * with the better one.
 */
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SavedSkeleton, StrictBench } from "../strict/strict-bench";
import { overlapsOfStatistics } from "../tree/bone-overlaps";
import { isSmall } from "./effort";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "./improve";
import { isBetter, type Judged } from "./judge-trees";
import { moveBone } from "./moves/move-bones";
import { swapEdges } from "./swap-edges";
import { linksWithoutImage, type MirrorPlane, mirrorImages, mirrorPlaneOf } from "./symmetry";
import { type TreeOptions, tryTrees } from "./try-trees";

export interface SearchOptions extends TreeOptions {
  /** Free bones of other starts, as many as the bench has. The search requests them until a tree is exact. */
  others: AsyncIterable<Rig>;
  /** Seed of the random moves. */
  seed: number;
  /** Called with each skeleton that is better than those before. The bench holds it. */
  better(reached: Reached): Promise<void>;
}

export interface Searched {
  reached: Reached;
  /** The trees that were tried, and their errors after a few iterations. */
  trees: { name: string; error: number }[];
}

/** A tree with less error than this, in percent of the diagonal, is taken as the one that made the animation. */
const EXACT = 0.002;
/** The number of trees with which the search continues. */
const TREES = 2;
/** Rounds for each tree, and for the better one. */
const ROUNDS_EACH = 1;
const LAST_ROUNDS = 3;
/** A round that gains less than this share of the objective is the last one. */
const LEAST_GAIN = 0.02;
/**
 * A round tries swaps of edges, then moves until this many fail in a row. It then settles in a limited number of outer
 * iterations.
 */
const MOVES = 10;
const MOST_FAILS = 6;
const ITERATIONS = 15;
/**
 * A small mesh whose error is below this, in percent of the diagonal, is probably skinned, so that some tree reproduces
 * its motion exactly. Swaps at the end may then take many iterations.
 */
const CLEAN = 0.05;
/** The most swaps that take many iterations. */
const MOST_SWAPS = 3;
/** Outer iterations end if two in a row gain less than this share of the objective. */
const TOLERANCE = 1e-3;

interface Entrant extends Judged {
  saved: SavedSkeleton;
}

interface Moving extends SearchOptions {
  mirror: MirrorPlane | null;
  /** Whether moves and swaps may take many iterations. */
  patient: boolean;
}

/**
 * Searches for tree, joints, motion, weights and rest pose, from a bench with free bones. The bench then holds the
 * best.
 */
export async function searchSkeleton(
  bench: StrictBench,
  sequence: MeshSequence,
  options: SearchOptions,
  task: Task,
): Promise<Searched> {
  const { seed, mayGoOn, better } = options;
  task.progress({ phase: "Joints", done: null, detail: "" });
  const mirror = mirrorPlaneOf(sequence, bench.problem);
  const tried = await tryTrees(bench, options, task);
  const isExact = () => tried.some(({ error }) => bench.percent(error) < EXACT);
  for await (const other of options.others) {
    if (!mayGoOn() || isExact()) break;
    await bench.begin(other, false, task);
    tried.push(...(await tryTrees(bench, { ...options, given: null }, task)));
  }
  const entrants: Entrant[] = [];
  for (const each of tried) entrants.push(await judged(bench, each, each.saved, mirror, task));
  entrants.sort((a, b) => (isBetter(bench, a, b) ? -1 : 1));
  const trees = tried.map(({ name, first }) => ({ name, error: first }));
  const chosen = entrants.slice(0, TREES);
  const moving = { ...options, mirror, patient: isSmall(sequence) };
  const all = (chosen.length * ROUNDS_EACH + LAST_ROUNDS + (moving.patient ? MOST_SWAPS : 0)) * MOVES;
  let done = 0;
  const progress = () =>
    task.progress({ phase: "Moving bones", done: done++ / all, detail: `move ${done} of ${all}` });
  let best: Entrant | null = null;
  for (const [n, entrant] of chosen.entries()) {
    if (best && !mayGoOn()) break;
    const begun = { ...entrant, state: await bench.restore(entrant.saved, task) };
    if (!best) await better(begun);
    const reached = await runRounds(
      bench,
      begun,
      ROUNDS_EACH,
      { ...moving, seed: seed + 1000 * n },
      progress,
      task,
    );
    const finished = await judged(bench, reached, bench.save(reached.state), mirror, task);
    if (!best || isBetter(bench, finished, best)) best = finished;
  }
  let reached: Reached = { ...best!, state: await bench.restore(best!.saved, task) };
  if (mayGoOn()) await better(reached);
  reached = await runRounds(bench, reached, LAST_ROUNDS, { ...moving, seed: seed + 500 }, progress, task);
  const swaps = { pull: options.pull, mirror, mayGoOn };
  if (mayGoOn()) ({ reached } = await swapEdges(bench, reached, swaps, task));
  if (moving.patient) reached = await swapPatiently(bench, reached, moving, progress, task);
  return { reached, trees };
}

/** Tries swaps that take many iterations, as long as a tree that is probably skinned is not exact. */
async function swapPatiently(
  bench: StrictBench,
  begun: Reached,
  moving: Moving,
  progress: () => void,
  task: Task,
): Promise<Reached> {
  const { pull, mirror, mayGoOn, seed } = moving;
  let reached = begun;
  for (let n = 0; n < MOST_SWAPS && isClean(bench, reached) && mayGoOn(); n++) {
    const found = await swapEdges(bench, reached, { pull, mirror, mayGoOn, patient: true }, task);
    reached = found.reached;
    if (!found.swapped) break;
    reached = await runRounds(bench, reached, 1, { ...moving, seed: seed + 700 + n }, progress, task);
  }
  return reached;
}

async function judged(
  bench: StrictBench,
  { state, error, objective }: Reached,
  saved: SavedSkeleton,
  mirror: MirrorPlane | null,
  task: Task,
): Promise<Entrant> {
  if (!mirror) return { state, error, objective, saved, alone: 0 };
  bench.take(saved);
  const overlaps = overlapsOfStatistics((await bench.statistics(task)).normal, bench.solver.options.bones);
  const alone = linksWithoutImage(saved.state.tree, mirrorImages(overlaps, mirror));
  return { state, error, objective, saved, alone };
}

const isClean = (bench: StrictBench, { error }: Reached): boolean => {
  const percent = bench.percent(error);
  return percent > EXACT && percent < CLEAN;
};

/** Runs rounds of swaps and moves until one gains little. The bench then holds the result. */
async function runRounds(
  bench: StrictBench,
  from: Reached,
  rounds: number,
  { pull, seed, mirror, patient, mayGoOn }: Moving,
  progress: () => void,
  task: Task,
): Promise<Reached> {
  const random = createRandom(seed);
  let reached = from;
  let isNewTree = true;
  for (let round = 0; round < rounds && mayGoOn(); round++) {
    const before = reached.objective;
    if (isNewTree) ({ reached } = await swapEdges(bench, reached, { pull, mirror, mayGoOn }, task));
    isNewTree = false;
    for (let n = 0, fails = 0; n < MOVES && fails < MOST_FAILS && mayGoOn(); n++) {
      if (bench.percent(reached.error) < EXACT) break;
      progress();
      const tried = await moveBone(bench, reached, { pull, random, patient, fails }, task);
      reached = tried.reached;
      isNewTree ||= tried.moved;
      fails = tried.moved ? 0 : fails + 1;
    }
    const options = { iterations: ITERATIONS, pull, tolerance: TOLERANCE, jointsEvery: JOINTS_EVERY };
    if (mayGoOn()) reached = await improveSkeleton(bench, reached, { ...options, after: mayGoOn }, task);
    if (reached.objective > (1 - LEAST_GAIN) * before) break;
  }
  return reached;
}
