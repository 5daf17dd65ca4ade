import type { Task } from "../../model/task";
import { BlendSolver } from "../blend-solver";
import { descend } from "../descent";
import type { Blend, MethodContext } from "../method";

/** Bytes of arena that a refit takes. */
export function refitBytes(size: {
  vertices: number;
  frames: number;
  bones: number;
  influences: number;
  threads: number;
}): number {
  const { vertices, frames, bones, influences, threads } = size;
  const rank = 3 * frames;
  const sizes = { vertices, frames, rank, bones, limit: influences, slots: influences };
  return BlendSolver.bytes(sizes, threads, 2) + 8 * 3 * rank * 4 * bones + 4096;
}

/**
 * A rig of few influences a vertex from one of many: weights on the same bones, then bones and weights in turn, with
 * momentum. The error never rises from the first weights on.
 * @param motion F·n·12, affine.
 */
export async function refitSparse(
  context: MethodContext,
  motion: Float64Array,
  bones: number,
  iterations: number,
  task: Task,
): Promise<Blend> {
  const { parallel, problem, settings, starts } = context;
  const { arena } = parallel;
  const mark = arena.mark();
  const limit = Math.min(context.influences, bones);
  const solver = new BlendSolver(parallel, problem, {
    bones,
    limit,
    slots: limit,
    kind: "affine",
    search: limit < bones ? "swap" : "all",
    rule: "single",
    candidates: 4,
    rounds: 2,
    lockedBones: null,
    lockedVertices: null,
    smoothing: null,
    nearest: starts.nearest,
  });
  const [state, spare] = [solver.createState(), solver.createState()];
  await solver.setMotion(state, motion, task);
  await solver.weights.run(state, task);
  const { tolerance, patience } = settings;
  const stop = { iterations, momentum: true, tolerance, patience };
  const lookAt = (): Blend => {
    const { ids, values, error } = state;
    return {
      bones,
      kind: "affine",
      ids,
      values,
      error,
      get motion() {
        return solver.motionOf(state);
      },
    };
  };
  const goOn = context.note(lookAt());
  if (goOn && iterations > 0) await descend(solver, state, spare, stop, task, () => context.note(lookAt()));
  const found = lookAt();
  const kept = { ...found, motion: found.motion, ids: found.ids.slice(), values: found.values.slice() };
  arena.release(mark);
  return kept;
}
