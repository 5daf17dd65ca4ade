/**
 * Free joints: a pull so weak that they go where the error is least. They still move when weights have settled, and the
 * search, which pulls more strongly, does not find the bones that gain most from that. So bones move once more after
 * joints are free.
 */
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { type ImproveOptions, improveSkeleton, type Reached } from "./improve";
import { type Rounds, runRounds } from "./rounds";

/** A search pulls joints at least this strongly, because joints that run away mislead it. */
export const LEAST_PULL = 1e-3;
/** Iterations that follow free joints: many, with several Gauss-Newton steps each, as long as they gain. */
const FREE = { iterations: 400, steps: 3, tolerance: 1e-5 } satisfies Partial<ImproveOptions>;
/**
 * The moves of bones between two such series, and how often both are tried, with other random moves. The last try
 * continues the best of the others.
 */
const MOVES: Rounds = { rounds: 1, moves: 20, fails: 8 };
const TRIES = 4;
/** Distance of the seeds of two tries. */
const NEXT_TRY = 10_000;

/** Whether joints are free: the requested pull is too weak for a search. */
export const isFree = (pull: number): boolean => pull < LEAST_PULL;

/**
 * Frees the joints of a skeleton that a search has found, and moves bones once more. The bench then holds the result.
 */
export async function settleWithFreeJoints(
  bench: StrictBench,
  from: Reached,
  { pull, seed, mayGoOn }: { pull: number; seed: number; mayGoOn: () => boolean },
  task: Task,
): Promise<Reached> {
  if (!mayGoOn()) return from;
  const options = { ...FREE, pull, after: mayGoOn };
  const progress = () => task.progress({ phase: "Freeing joints", done: null, detail: "" });
  progress();
  const settled = await improveSkeleton(bench, { ...from, objective: Infinity }, options, task);
  const start = bench.save(settled.state);
  let [reached, best] = [settled, start];
  for (let n = 0; n < TRIES && mayGoOn(); n++) {
    const [last, saved] = n < TRIES - 1 ? [settled, start] : [reached, best];
    const begun = { ...last, state: await bench.restore(saved, task) };
    const moving = { pull, seed: seed + NEXT_TRY * n, mirror: null, patient: true, mayGoOn, progress };
    const moved = await runRounds(bench, begun, MOVES, moving, task);
    const tried = mayGoOn() ? await improveSkeleton(bench, moved, options, task) : moved;
    if (tried.objective >= reached.objective) continue;
    reached = tried;
    best = bench.save(tried.state);
  }
  return { ...reached, state: await bench.restore(best, task) };
}
