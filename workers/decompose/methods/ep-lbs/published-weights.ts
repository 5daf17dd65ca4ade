import type { BlendSolver } from "../../phases/blend-solver";
import type { BlendState } from "../../phases/blend-state";
import { takeNormalised } from "../../phases/normalised-weights";
import type { MethodContext } from "../method";

/**
 * Fits the weights of a state under its bones: least squares with w ≥ 0 and Σw = 1, or as published (Hopkins 2017,
 * equation 4.35): non-negative least squares, divided by their sum. A vertex whose published weights are all 0 gets
 * those of the first fit.
 */
export async function fitEpLbsWeights(
  { parallel, problem, task }: Pick<MethodContext, "parallel" | "problem" | "task">,
  solver: BlendSolver,
  state: BlendState,
  published: boolean,
): Promise<void> {
  await solver.weights.run(state, task);
  if (!published) return;
  const h = solver.options.bones;
  const mark = parallel.arena.mark();
  const weights = parallel.arena.f64(problem.vertexCount * h);
  await solver.weights.nonNegative(state, 0, weights, task);
  takeNormalised(state, weights, h);
  parallel.arena.release(mark);
  await solver.weights.run(state, task, "evaluate");
}
