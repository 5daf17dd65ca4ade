import type { Task } from "../../../model/task";
import { worstVertex } from "../../initialisers/worst-vertex";
import type { BlendSolver } from "../../phases/blend-solver";
import { type BlendState, copyState, exchange } from "../../phases/blend-state";
import { type AfterIteration, descend } from "../../phases/descent";
import { PATCH } from "../../problem/patch";
import type { Problem } from "../../problem/problem";
import { setBoneToPatch } from "./patch-fit";

export interface MoveOptions {
  /** A move is given up at once if its objective starts above this multiple of the old one. */
  hopeless: number;
  /** Iterations between two checks of a move. */
  stride: number;
  /** A move continues if it would win within this many further iterations at its recent pace. */
  horizon: number;
  /** The most iterations of a move. */
  most: number;
  /** In each iteration, one part of the vertices in so many searches for better bones. */
  parts: number;
}

export const MOVE_DEFAULTS: MoveOptions = { hopeless: 3, stride: 2, horizon: 8, most: 20, parts: 1 };

/** The errors that attract bones: a state's errors, times density if the artist painted it. */
export function drawingErrors({ density }: Problem, { errors }: Pick<BlendState, "errors">): Float64Array {
  return density ? errors.map((error, i) => density[i] * error) : errors;
}

/** The cost of losing each bone, summed over the vertices that use it; Infinity for locked bones. */
export async function lossOfBones(solver: BlendSolver, state: BlendState, task: Task): Promise<Float64Array> {
  const { arena } = solver.parallel;
  const mark = arena.mark();
  const losses = arena.f64(state.ids.length);
  await solver.weights.run(state, task, solver.options.search, { losses });
  const { bones, slots, lockedBones } = solver.options;
  const total = sumByBone(state.ids, losses, slots, solver.problem.density, bones);
  arena.release(mark);
  lockedBones?.forEach((locked, j) => {
    if (locked) total[j] = Infinity;
  });
  return total;
}

/** Sums the losses of slots by their bones. An id of −1 is an empty slot. */
function sumByBone(
  ids: Int32Array,
  losses: Float64Array,
  slots: number,
  density: Float64Array | null | undefined,
  bones: number,
): Float64Array {
  const total = new Float64Array(bones);
  for (let e = 0; e < losses.length; e++) {
    if (ids[e] >= 0) total[ids[e]] += density ? density[Math.floor(e / slots)] * losses[e] : losses[e];
  }
  return total;
}

/** The vertex whose patch of 20 has the largest error, among the worst 40 vertices. */
export const worstPatch = (solver: BlendSolver, errors: Float64Array): number =>
  worstVertex(errors, (vertex) => solver.options.nearest.around(vertex, PATCH), []);

/** Moves bone `j` to the patch around `vertex`. Vertices that used it search for support again. */
export async function replaceBone(
  solver: BlendSolver,
  state: BlendState,
  j: number,
  vertex: number,
  task: Task,
): Promise<void> {
  await setBoneToPatch(solver, state.bones, solver.options.bones, j, vertex, task);
  const { slots, lockedVertices } = solver.options;
  const { ids } = state;
  for (let e = 0; e < ids.length; e++) {
    const i = Math.floor(e / slots);
    if (ids[e] === j && !lockedVertices?.[i]) ids.fill(-1, i * slots, (i + 1) * slots);
  }
}

/** A bone that may move, and its new place. */
export interface Move {
  bone: number;
  vertex: number;
}

/**
 * One remove-and-insert move. It is kept as soon as the objective is lower than without it, and given up if the
 * objective does not fall fast enough.
 * @returns whether `state` changed. Uses `other` and `spare`.
 */
export async function tryMove(
  solver: BlendSolver,
  state: BlendState,
  other: BlendState,
  spare: BlendState,
  { bone, vertex }: Move,
  options: MoveOptions,
  task: Task,
  after: AfterIteration,
): Promise<boolean> {
  const { hopeless, stride, horizon, most, parts } = options;
  copyState(state, other);
  await replaceBone(solver, other, bone, vertex, task);
  await solver.weights.run(other, task);
  if (other.objective > hopeless * state.objective) return false;
  const descent = { iterations: stride, momentum: true, tolerance: 0, patience: Infinity, parts };
  for (let it = 0; it < most; it += stride) {
    const before = other.objective;
    await descend(solver, other, spare, descent, task, after);
    if (other.objective < state.objective * 0.9999) {
      exchange(other, state);
      return true;
    }
    const pace = (before - other.objective) / stride;
    if (other.objective - state.objective > horizon * pace) return false;
  }
  return false;
}
