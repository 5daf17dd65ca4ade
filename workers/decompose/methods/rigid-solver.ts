import { BlendSolver, type BlendSolverOptions } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import { descend } from "../phases/descent";
import type { Blend, MethodContext, MethodSize } from "./method";

/** Solver options for a method with rigid bones. */
export function rigidOptions(
  { starts }: Pick<MethodContext, "starts">,
  bones: number,
  limit: number,
): BlendSolverOptions {
  return {
    bones,
    limit,
    slots: limit,
    kind: "rigid",
    search: limit < bones ? "swap" : "all",
    rule: "joint",
    candidates: 4,
    rounds: 2,
    lockedBones: null,
    lockedVertices: null,
    smoothing: null,
    nearest: starts.nearest,
  };
}

/** Copies a state to a blend outside the arena. */
export function blendOf(solver: BlendSolver, state: BlendState): Blend {
  return {
    bones: solver.options.bones,
    kind: "rigid",
    motion: solver.motionOf(state),
    ids: state.ids.slice(),
    values: state.values.slice(),
    error: state.error,
  };
}

/** Arena bytes for `sparseRefit`. */
export function sparseRefitBytes(
  { vertices, frames, bones, influences }: MethodSize,
  threads: number,
): number {
  const rank = 3 * frames;
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
