import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import type { StartContext } from "../initialisers/clusters";
import type { BlendSolver } from "../phases/blend-solver";
import { type BlendState, copyState, type SavedState, saveState } from "../phases/blend-state";
import type { ConnectedPatches } from "../phases/connected-patches";
import type { SolveLog } from "../progress/solve-log";

/** A state out of the arena, with the rest pose that it deforms. */
export interface Keepsake {
  state: SavedState;
  /** 4V, as in the problem. */
  rest: Float64Array;
}

/** What a method works with. Of the states, `best` is what would be handed out; the others are free. */
export interface Session {
  /** The solver at work now: while bones are searched for, one that may use few influences. */
  solver: BlendSolver;
  /** The solver of what was asked. */
  finisher: BlendSolver;
  random: Random;
  task: Task;
  log: SolveLog;
  best: BlendState;
  current: BlendState;
  other: BlendState;
  spare: BlendState;
  /** The best end of rounds before this one, where there were any: handed out if nothing beats it. */
  kept: Keepsake | null;
  /** The best after the last iteration: what there is when work is cut short in the middle of one. */
  latest: Keepsake | null;
  /** `best` changed, or an iteration passed: time to show it. */
  show(): void;
  /** There is something to hand out, should work be cut short now. */
  noteFound(): void;
  /** Where influence is kept in connected patches, or null. */
  patches: ConnectedPatches | null;
  /** What initialisers share. */
  starts: StartContext;
}

/** States that a session keeps. */
export const SESSION_STATES = 4;

/** An iteration on some state has passed. Takes it as the best if it is, tells, and says whether to go on. */
export function noteIteration(session: Session, state: BlendState): boolean {
  const { best, log, solver } = session;
  if (state !== best && state.objective < best.objective) copyState(state, best);
  const isBest = !session.kept || best.objective < session.kept.state.objective;
  const shown = isBest ? best : session.kept!.state;
  log.iteration(solver.eRms(shown.error), solver.eRms(shown.objective));
  if (isBest) {
    keepLatest(session);
    session.show();
    session.noteFound();
  }
  return log.mayGoOn;
}

/** The best as it is now, out of the arena. */
export const keepBest = ({ best, solver }: Session): Keepsake => ({
  state: saveState(best),
  rest: solver.problem.rest.slice(),
});

/** Remembers the best as it is now, where the last one was. */
export function keepLatest(session: Session): void {
  const { best, solver, latest } = session;
  if (!latest) {
    session.latest = keepBest(session);
    return;
  }
  copyState(best, latest.state);
  latest.rest.set(solver.problem.rest);
}

/** Makes what was kept the best again, with its rest pose. */
export function takeBack({ best, solver }: Session, { state, rest }: Keepsake): void {
  copyState(state, best);
  solver.problem.rest.set(rest);
}

/** Solves `state` for the weights of given bones, from nothing. */
export async function beginFrom(session: Session, state: BlendState, motion: Float64Array): Promise<void> {
  const { solver, task } = session;
  await solver.setMotion(state, motion, task);
  if (solver.options.lockedVertices) clearUnlocked(state, solver.options.lockedVertices);
  else state.ids.fill(-1);
  await solver.weights.run(state, task);
}

function clearUnlocked(state: BlendState, locked: Uint8Array): void {
  const slots = state.ids.length / locked.length;
  for (let i = 0; i < locked.length; i++) {
    if (!locked[i]) state.ids.fill(-1, i * slots, (i + 1) * slots);
  }
}
