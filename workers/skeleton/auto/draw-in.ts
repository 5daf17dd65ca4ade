import type { Task } from "../../model/task";
import { farthestOf } from "../strict/pulls";
import type { StrictBench } from "../strict/strict-bench";
import { type ImproveOptions, improve, type Reached } from "./improve";

/** The bound shrinks to this share of itself at a time, and so many outer iterations follow. */
const SHRINK = 0.85;
const ITERATIONS = 4;

/**
 * Draws joints in that a search has left beyond `bound` from where weights meet. A bound that shrinks takes them there
 * little by little, as weights and motion must follow. Does nothing where no joint is far. The bench then holds the
 * result.
 */
export async function drawIn(
  bench: StrictBench,
  from: Reached,
  { pull, bound, after }: Pick<ImproveOptions, "pull" | "after"> & { bound: number },
  task: Task,
): Promise<Reached> {
  const pulls = bench.pullsOn(from.state, from.error, { pull }, await bench.statistics(task));
  const least = Math.max(bound, pulls.far);
  let reached = from;
  for (let within = farthestOf(pulls, from.state.tree.joints); within > least; ) {
    within = Math.max(least, SHRINK * within);
    const options = { iterations: ITERATIONS, pull, bound: within, tolerance: 0, after };
    reached = await improve(bench, { ...reached, objective: Infinity }, options, task);
    if (after?.(reached.error) === false) break;
  }
  return reached;
}
