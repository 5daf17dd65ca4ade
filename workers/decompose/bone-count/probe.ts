/**
 * Short solves that start from one with fewer or more bones: cheap points of the curve of error against bones. New
 * bones go to the worst patches; the bones whose loss costs least are removed. Both start near a solution, so a few
 * iterations are enough.
 */
import type { Task } from "../../model/task";
import { lossOfBones, replaceBone, worstPatch } from "../methods/ssdr/moves";
import type { BlendSolver } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import { descend } from "../phases/descent";
import type { Problem } from "../problem/problem";
import { makeSession } from "../session/make-session";
import { widened } from "../session/quick-rig";
import type { Session } from "../session/session";
import type { SolveContext } from "../session/solve-context";

/** A short solve, outside the arena. */
export interface Probe {
  bones: number;
  /** F·h·12, normalised coordinates. */
  motion: Float64Array;
  /** V·slots. */
  ids: Int32Array;
  values: Float64Array;
  eRms: number;
  /** The cost of losing each bone, h. */
  losses: Float64Array;
}

/** The number of rounds in which new bones are placed. Errors are computed again in between. */
const ROUNDS = 3;

/**
 * A short solve with h bones that starts from another one and is not recorded. Frees its arena memory. Null if there
 * was no time for it.
 */
export function probeIn(
  context: SolveContext,
  h: number,
  iterations: number,
  from: Probe | null,
): Promise<Probe | null> {
  const { task, parallel } = context;
  return task.attempt(parallel.arena, 1, async () => {
    const mark = parallel.arena.mark();
    const probe = await probeWith(makeSession(context, h, null, { searches: false }), iterations, from);
    parallel.arena.release(mark);
    return probe;
  });
}

/** Solves for the session's number of bones, starting from another probe or from nothing. Uses `best` and `spare`. */
export async function probeWith(session: Session, iterations: number, from: Probe | null): Promise<Probe> {
  const { solver, best, spare, task } = session;
  const { bones } = solver.options;
  const near = from && from.bones > bones ? withoutLeast(from, bones, solver.problem) : from;
  await growInto(solver, best, near, task);
  const descent = { iterations, momentum: true, tolerance: 0, patience: Infinity };
  await descend(solver, best, spare, descent, task, () => !task.finishNow);
  const losses = await lossOfBones(solver, best, task);
  return {
    bones,
    motion: solver.motionOf(best),
    ids: best.ids.slice(),
    values: best.values.slice(),
    eRms: solver.eRms(best.error),
    losses,
  };
}

/** Writes bones and weights of a smaller probe into a state, and puts new bones on the worst patches. */
async function growInto(
  solver: BlendSolver,
  state: BlendState,
  from: Probe | null,
  task: Task,
): Promise<void> {
  const h = solver.options.bones;
  await solver.setMotion(state, from ? widened(from, h) : atRest(solver.problem, h), task);
  state.ids.fill(-1);
  if (from) copyRows(from, state, solver.problem.vertexCount);
  // New bones repeat the first one until they are placed, so a search among them finds nothing.
  await solver.weights.run(state, task, from && from.bones < h ? "fixed" : solver.options.search);
  const known = from?.bones ?? 1;
  const share = Math.ceil((h - known) / ROUNDS);
  for (let j = known; j < h; ) {
    const errors = state.errors.slice();
    for (const to = Math.min(h, j + share); j < to; j++) {
      const vertex = worstPatch(solver, errors);
      await replaceBone(solver, state, j, vertex, task);
      for (const i of solver.options.nearest.around(vertex, spacing(solver.problem, h))) errors[i] = 0;
    }
    await solver.weights.run(state, task);
  }
}

/** Vertices around a new bone where no other bone is placed in the same round. */
const spacing = ({ vertexCount }: Problem, h: number) => Math.max(20, Math.floor(vertexCount / (2 * h)));

/** Bones at rest, F·h·12. */
function atRest({ frameCount }: Problem, h: number): Float64Array {
  const motion = new Float64Array(frameCount * h * 12);
  for (let at = 0; at < motion.length; at += 12) for (let c = 0; c < 3; c++) motion[at + 5 * c] = 1;
  return motion;
}

function copyRows(from: Probe, state: BlendState, vertexCount: number): void {
  const [had, slots] = [from.ids.length / vertexCount, state.ids.length / vertexCount];
  const both = Math.min(had, slots);
  for (let i = 0; i < vertexCount; i++) {
    state.ids.set(from.ids.subarray(i * had, i * had + both), i * slots);
    state.values.set(from.values.subarray(i * had, i * had + both), i * slots);
  }
}

/** A probe without the bones whose loss costs least. Vertices that used one of them start again. */
function withoutLeast(from: Probe, bones: number, { frameCount, vertexCount }: Problem): Probe {
  const order = Array.from(from.losses.keys()).sort((a, b) => from.losses[b] - from.losses[a] || a - b);
  const kept = order.slice(0, bones).sort((a, b) => a - b);
  const place = new Int32Array(from.bones).fill(-1);
  kept.forEach((j, at) => {
    place[j] = at;
  });
  const motion = new Float64Array(frameCount * bones * 12);
  for (let k = 0; k < frameCount; k++) {
    kept.forEach((j, at) => {
      const source = 12 * (k * from.bones + j);
      motion.set(from.motion.subarray(source, source + 12), 12 * (k * bones + at));
    });
  }
  const slots = from.ids.length / vertexCount;
  const ids = new Int32Array(from.ids.length).fill(-1);
  for (let i = 0; i < vertexCount; i++) {
    const row = from.ids.subarray(i * slots, (i + 1) * slots);
    if (row.some((j) => j >= 0 && place[j] < 0)) continue;
    ids.set(
      row.map((j) => (j < 0 ? -1 : place[j])),
      i * slots,
    );
  }
  return { ...from, bones, motion, ids, losses: new Float64Array(bones) };
}
