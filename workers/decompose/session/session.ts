import type { Random } from "../../math/random";
import type { ConnectionCost } from "../../model/reports/solve-report";
import type { Task } from "../../model/task";
import type { StartContext } from "../initialisers/start-context";
import type { BlendSolver } from "../phases/blend-solver";
import { type BlendState, copyState, type SavedBlend, saveState } from "../phases/blend-state";
import type { ConnectedPatches } from "../phases/regions/connected-patches";
import type { SolveLog } from "../progress/solve-log";

/** A state outside the arena, with the rest pose that it deforms. */
export interface Keepsake {
  state: SavedBlend;
  /** 4V, as in the problem. */
  rest: Float64Array;
  connection: ConnectionCost | null;
}

/** The states of a search, besides those that every session has. */
export interface SearchStates {
  current: BlendState;
  other: BlendState;
}

/** A copy of the best state, and when it was made, in milliseconds. */
interface Latest extends Keepsake {
  at: number;
}

/** The least time between two copies of the best state, ms. A copy takes time, and few are ever used. */
const BETWEEN_COPIES = 30;

/** The working data of a method. `best` is the state to return; the other states are free. */
export interface Session {
  /** The current solver. During the search it may use few influences. */
  solver: BlendSolver;
  /** The solver with the requested settings. */
  finisher: BlendSolver;
  random: Random;
  task: Task;
  log: SolveLog;
  best: BlendState;
  spare: BlendState;
  /** Null in a session that only improves bones. */
  search: SearchStates | null;
  /** The best end of earlier rounds, if there are any. It is returned if nothing beats it. */
  kept: Keepsake | null;
  /** A recent copy of the best state. It is the result if work is cut short in the middle of an iteration. */
  latest: Latest | null;
  /** Shows `best` after a change or an iteration. */
  show(): void;
  /** Records that there is something to return if work is cut short now. */
  noteFound(): void;
  /** The connected patches that influence is limited to, or null. */
  patches: ConnectedPatches | null;
  /** The most that patches may add to the error, as a fraction of it; null allows any amount. */
  patchCost: number | null;
  /** What patches cost, once they were weighed against islands. */
  connection: ConnectionCost | null;
  /** Data that initialisers share. */
  starts: StartContext;
  /** Who searches for bones in place of this session; null if it searches itself. */
  scout: Scout | null;
  /** While bones are sought, one part of the vertices in so many looks for better ones in each iteration. */
  parts: number;
}

/** A search for bones on a sample of the vertices. */
export interface Scout {
  session: Session;
  /** V: the vertex of the sample that is nearest to each vertex on the mesh, as an index into the sample. */
  nearest: Int32Array;
}

/** Number of states of a session that searches, and of one that does not. */
export const SEARCH_STATES = 4;
export const OTHER_STATES = 2;

/** The states of a session, in the arena. */
export function newStates(
  solver: BlendSolver,
  searches: boolean,
): Pick<Session, "best" | "spare" | "search"> {
  const state = () => solver.createState();
  return { best: state(), spare: state(), search: searches ? { current: state(), other: state() } : null };
}

/** The states of a session's search. */
export function searchStates({ search }: Session): SearchStates {
  if (!search) throw new Error("This session was made without states for a search");
  return search;
}

/**
 * Records an iteration on a state. Makes the state the best one if it is, reports it, and returns whether to continue.
 */
export function noteIteration(session: Session, state: BlendState): boolean {
  const { best, log, solver } = session;
  if (state !== best && state.objective < best.objective) copyState(state, best);
  const isBest = !session.kept || best.objective < session.kept.state.objective;
  const shown = isBest ? best : session.kept!.state;
  log.iteration(solver.eRms(shown.error), solver.eRms(shown.objective));
  if (isBest) {
    if (!session.latest || performance.now() - session.latest.at > BETWEEN_COPIES) keepLatest(session);
    session.show();
    session.noteFound();
  }
  return log.mayGoOn;
}

/** A copy of the best state, outside the arena, with its rest pose and the cost of its patches. */
export const keepBest = ({ best, solver, connection }: Session): Keepsake => ({
  state: saveState(best),
  rest: solver.problem.rest.slice(),
  connection,
});

/** Stores the current best state in place of the last one. */
export function keepLatest(session: Session): void {
  const { best, solver, latest } = session;
  const at = performance.now();
  if (!latest) {
    session.latest = { ...keepBest(session), at };
    return;
  }
  latest.at = at;
  copyState(best, latest.state);
  latest.connection = session.connection;
  latest.rest.set(solver.problem.rest);
}

/** Makes the stored state the best again, with its rest pose. */
export function takeBack(session: Session, { state, rest, connection }: Keepsake): void {
  copyState(state, session.best);
  session.solver.problem.rest.set(rest);
  session.connection = connection;
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
