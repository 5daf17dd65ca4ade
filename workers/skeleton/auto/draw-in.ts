import type { Task } from "../../model/task";
import { distancesOf, fadeOf } from "../strict/pulls";
import type { StrictBench } from "../strict/strict-bench";
import { type ImproveOptions, improveSkeleton, type Reached } from "./improve";

/** Each time, the bound of a joint shrinks to this share of itself. Outer iterations follow. */
const SHRINK = 0.85;
const ITERATIONS = 4;
/**
 * Drawing in one joint may cost this share of the squared error: a fifth of the error. It fades where the pull fades,
 * because there the motion determines joints.
 */
export const MOST_COST = 0.4;

/**
 * Draws in the joints that a search has left farther than `least` from where weights meet, one after the other. A
 * shrinking bound moves each joint step by step, because weights and motion must follow, and stops when it costs too
 * much. Does nothing if no joint is far away. The bench then holds the result.
 * @returns the result, with the bound of each joint for later iterations.
 */
export async function drawIn(
  bench: StrictBench,
  from: Reached,
  { pull, least, after }: Pick<ImproveOptions, "pull" | "after"> & { least: number },
  task: Task,
): Promise<{ reached: Reached; bounds: Float64Array }> {
  const pulls = bench.pullsOn(from.state, from.error, { pull }, await bench.statistics(task));
  const near = Math.max(least, pulls.far);
  const distances = distancesOf(pulls, from.state.tree.joints);
  const bounds = distances.map((d) => Math.max(near, d));
  const far = [...distances.keys()].filter((k) => distances[k] > near);
  let reached = from;
  for (const k of far.sort((a, b) => distances[b] - distances[a])) {
    const dearest = (1 + MOST_COST * fadeOf(bench.meanOf(reached.error))) * reached.error;
    while (bounds[k] > near && after?.(reached.error) !== false) {
      const [start, bound] = [bench.save(reached.state), bounds[k]];
      bounds[k] = Math.max(near, SHRINK * bound);
      const options = { iterations: ITERATIONS, pull, bounds, tolerance: 0, after };
      const drawn = await improveSkeleton(bench, { ...reached, objective: Infinity }, options, task);
      if (drawn.error > dearest) {
        bounds[k] = bound;
        reached = { ...reached, state: await bench.restore(start, task) };
        break;
      }
      reached = drawn;
    }
  }
  return { reached, bounds };
}
