import { BlendSolver } from "../phases/blend-solver";
import { descend } from "../phases/descent";
import type { Blend, MethodContext, MethodSize } from "./method";
import { blendOf, rigidOptions } from "./solver-options";

/** Arena bytes for `sparseRefit`. */
export function sparseRefitBytes(
  { vertices, frames, rank, bones, influences }: MethodSize,
  threads: number,
): number {
  const size = { vertices, frames, rank, bones, limit: influences, slots: influences };
  return BlendSolver.bytes(size, threads, 2) + 8 * 12 * frames * bones + 4096;
}

/**
 * Reduces a blend to the context's number of influences: solves weights in two passes (Le & Deng 2012: all bones, then
 * the bones with the largest effect), then `rounds` rounds of bones and weights.
 */
export async function sparseRefit(context: MethodContext, dense: Blend, rounds: number): Promise<Blend> {
  const { parallel, problem, task, influences } = context;
  const mark = parallel.arena.mark();
  const solver = new BlendSolver(parallel, problem, rigidOptions(context, dense.bones, influences));
  const [state, spare] = [solver.createState(), solver.createState()];
  await solver.setMotion(state, dense.motion, task);
  await solver.weights.run(state, task, "twoPass");
  if (rounds > 0) {
    const options = { iterations: rounds, momentum: false, tolerance: 0, patience: Infinity };
    await descend(solver, state, spare, options, task, () => !task.finishNow);
  }
  const blend = blendOf(solver, state);
  parallel.arena.release(mark);
  return blend;
}
