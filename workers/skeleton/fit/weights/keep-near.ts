/**
 * Removes weights that lie far from their bones, as long as that costs little. A fit with free weights uses bones from
 * all over the body to follow flesh, such as a paw that moves in time with the belly.
 */
import { nearBones } from "../../../decompose/locality/near-bones";
import { SurfaceGraph } from "../../../decompose/locality/surface-graph";
import { farShare, takeFar } from "../../../decompose/locality/take-far";
import type { NearnessReport } from "../../../model/reports/fit-report";
import type { Task } from "../../../model/task";
import type { FitBench } from "../bench/fit-bench";

/** How often far weights are removed. New motion compensates a part of the cost, so that more of them can go. */
const TIGHTENED = 4;
/** Weights are not removed again if less than this share of the far weights could go. */
const FEW = 0.05;
/** Motion is not solved again if the cost is smaller than this share of the error. */
const SMALL = 1e-3;

/**
 * Keeps the weights of a bench near their bones if its settings ask for it, within their bound of the cost. If that
 * costs too much, the far weights that lower the error of their vertices most stay as exceptions.
 * @param rounds of motion and weights that may compensate the cost.
 * @param spent what near weights have cost before, in percent of the error. The bound is for both together.
 */
export async function keepNear(
  fit: FitBench,
  rounds: number,
  task: Task,
  spent = 0,
): Promise<NearnessReport | null> {
  const { spread, spreadCost } = fit.settings;
  if (spread === "anywhere") return null;
  task.progress({ phase: "Weights near their bones", done: null, detail: "" });
  const { bench } = fit;
  const { blend, problem, solver } = bench;
  const free = await bench.fitWeights("evaluate", task);
  const graph = new SurfaceGraph(problem.rest, problem.triangles, solver.options.nearest);
  const near = await nearBones(graph, blend, solver.options.bones, task);
  const left = spreadCost === null ? Infinity : Math.max(1, (1 + spreadCost) / (1 + spent / 100));
  const most = left ** 2 * free;
  const farBefore = farShare(blend, near);
  let far = farBefore;
  let error = free;
  for (let n = 0; n < TIGHTENED && !task.finishNow; n++) {
    error = await takeFar(fit, graph, near, most, task);
    if (rounds > 0 && error > (1 + SMALL) * free) error = await fit.alternate(rounds, task);
    const still = farShare(blend, near);
    const gone = far - still;
    far = still;
    if (rounds === 0 || still === 0 || gone < FEW * farBefore) break;
  }
  return { costPercent: 100 * (Math.sqrt(error / (free || 1)) - 1), farBefore, farAfter: far };
}
