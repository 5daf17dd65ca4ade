/** Rounds of swaps and moves, which improve a skeleton on a bench. */
import { createRandom } from "../../math/random";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { isSmall } from "./effort";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "./improve";
import { moveBone } from "./moves/move-bones";
import { isProbablySkinned } from "./probably-skinned";
import { swapEdges } from "./trees/swap-edges";
import type { MirrorPlane } from "./trees/symmetry";

/** How long rounds go on. */
export interface Rounds {
  /** The most rounds. */
  rounds: number;
  /** The most moves of a round. It ends earlier if `fails` of them in a row fail. */
  moves: number;
  fails: number;
}

export interface Moving {
  pull: number;
  /** Seed of the random moves. */
  seed: number;
  mirror: MirrorPlane | null;
  /** Whether moves and swaps may take many iterations. */
  patient: boolean;
  mayGoOn(): boolean;
  /** Called before each move. */
  progress(): void;
}

/** A tree with less error than this, in percent of the diagonal, is taken as the one that made the animation. */
export const EXACT = 0.001;
/** A round that gains less than this share of the objective is the last one. */
const LEAST_GAIN = 0.02;
/** After its moves, a round runs at most this many outer iterations … */
const ITERATIONS = 15;
/** … and stops when two in a row each gain less than this share of the objective. */
const TOLERANCE = 1e-3;
/** The most swaps that take many iterations, and the round that follows each. */
const MOST_SWAPS = 3;
const AFTER_SWAP: Rounds = { rounds: 1, moves: 10, fails: 6 };
/** The last rounds if each move is patient, so there are fewer. */
export const LAST_PATIENT: Rounds = { rounds: 3, moves: 10, fails: 6 };

/** The most moves of some rounds, and of the patient ones with their swaps. */
export const movesIn = ({ rounds, moves }: Rounds): number => rounds * moves;
export const PATIENT_MOVES = movesIn(LAST_PATIENT) + MOST_SWAPS * movesIn(AFTER_SWAP);

/** Runs rounds of swaps and moves until one gains little. The bench then holds the result. */
export async function runRounds(
  bench: StrictBench,
  from: Reached,
  { rounds, moves, fails: most }: Rounds,
  { pull, seed, mirror, patient, mayGoOn, progress }: Moving,
  task: Task,
): Promise<Reached> {
  const random = createRandom(seed);
  let reached = from;
  let isNewTree = true;
  for (let round = 0; round < rounds && mayGoOn(); round++) {
    const before = reached.objective;
    if (isNewTree) ({ reached } = await swapEdges(bench, reached, { pull, mirror, mayGoOn }, task));
    isNewTree = false;
    for (let n = 0, fails = 0; n < moves && fails < most && mayGoOn(); n++) {
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

/** Tries swaps that take many iterations, as long as a tree that is probably skinned is not exact. */
export async function swapPatiently(
  bench: StrictBench,
  begun: Reached,
  moving: Moving,
  task: Task,
): Promise<Reached> {
  const { pull, mirror, mayGoOn, seed } = moving;
  let reached = begun;
  for (let n = 0; n < MOST_SWAPS && isSkinned(bench, reached) && mayGoOn(); n++) {
    const found = await swapEdges(bench, reached, { pull, mirror, mayGoOn, patient: true }, task);
    reached = found.reached;
    if (!found.swapped) break;
    reached = await runRounds(bench, reached, AFTER_SWAP, { ...moving, seed: seed + 700 + n }, task);
  }
  return reached;
}

/**
 * A sample of a larger mesh may be a small mesh itself. If the mesh is probably skinned, moves and swaps are then as
 * patient as on a small one: they find small bones and links that the quick ones have missed.
 */
export async function movePatiently(
  bench: StrictBench,
  from: Reached,
  moving: Moving,
  task: Task,
): Promise<Reached> {
  if (!isSmall(bench.problem) || !isSkinned(bench, from)) return from;
  let done = 0;
  const progress = () => {
    const detail = `move ${done + 1} of ${PATIENT_MOVES}`;
    task.progress({ phase: "Moving small bones", done: done++ / PATIENT_MOVES, detail });
  };
  const patiently = { ...moving, patient: true, progress, seed: moving.seed + 600 };
  const reached = await runRounds(bench, from, LAST_PATIENT, patiently, task);
  return swapPatiently(bench, reached, { ...patiently, seed: moving.seed }, task);
}

/** Whether a skeleton is probably skinned, but does not follow exactly yet. */
function isSkinned(bench: StrictBench, { error }: Reached): boolean {
  const percent = bench.percent(error);
  return percent > EXACT && isProbablySkinned(percent, bench.blend.errors);
}
