/**
 * The search for a skeleton on a bench. Several rules build trees, and each tree is improved a little. The first
 * iterations show only roughly which tree will be best. So the search continues with the best two for a while, and then
 * with the better one.
 */
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SavedSkeleton, StrictBench } from "../strict/strict-bench";
import { overlapsOfStatistics } from "../tree/bone-overlaps";
import { isSmall } from "./effort";
import type { Reached } from "./improve";
import {
  EXACT,
  LAST_PATIENT,
  type Moving,
  movePatiently,
  movesIn,
  PATIENT_MOVES,
  type Rounds,
  runRounds,
  swapPatiently,
} from "./rounds";
import { isBetter, type Judged } from "./trees/judge-trees";
import { swapEdges } from "./trees/swap-edges";
import { linksWithoutImage, type MirrorPlane, mirrorImages, mirrorPlaneOf } from "./trees/symmetry";
import { type TreeOptions, tryTrees } from "./trees/try-trees";

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

/** The number of trees with which the search continues. */
const TREES = 2;
/** Rounds for each tree, and for the better one. */
const EACH: Rounds = { rounds: 1, moves: 10, fails: 6 };
const LAST: Rounds = { rounds: 3, moves: 30, fails: 10 };

interface Entrant extends Judged {
  saved: SavedSkeleton;
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
  const patient = isSmall(sequence);
  const all = movesOf(chosen.length, patient);
  let done = 0;
  const progress = () =>
    task.progress({ phase: "Moving bones", done: done++ / all, detail: `move ${done} of ${all}` });
  const moving = { pull: options.pull, mirror, patient, mayGoOn, progress, seed };
  const reached = await moveFrom(bench, chosen, moving, better, task);
  const finish = patient ? swapPatiently : movePatiently;
  return { reached: await finish(bench, reached, moving, task), trees };
}

/** The most moves of a search. */
function movesOf(trees: number, patient: boolean): number {
  return trees * movesIn(EACH) + (patient ? PATIENT_MOVES : movesIn(LAST));
}

/** Moves bones from each of the chosen trees, and continues with the better result. The bench then holds it. */
async function moveFrom(
  bench: StrictBench,
  chosen: readonly Entrant[],
  moving: Moving,
  better: SearchOptions["better"],
  task: Task,
): Promise<Reached> {
  const { pull, seed, mirror, patient, mayGoOn } = moving;
  let best: Entrant | null = null;
  for (const [n, entrant] of chosen.entries()) {
    if (best && !mayGoOn()) break;
    const begun = { ...entrant, state: await bench.restore(entrant.saved, task) };
    if (!best) await better(begun);
    const reached = await runRounds(bench, begun, EACH, { ...moving, seed: seed + 1000 * n }, task);
    const finished = await judged(bench, reached, bench.save(reached.state), mirror, task);
    if (!best || isBetter(bench, finished, best)) best = finished;
  }
  let reached: Reached = { ...best!, state: await bench.restore(best!.saved, task) };
  if (mayGoOn()) await better(reached);
  const last = patient ? LAST_PATIENT : LAST;
  reached = await runRounds(bench, reached, last, { ...moving, seed: seed + 500 }, task);
  if (mayGoOn()) ({ reached } = await swapEdges(bench, reached, { pull, mirror, mayGoOn }, task));
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
