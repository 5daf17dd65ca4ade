/**
 * Solves with a budget of iterations that the artist gave, as rounds of growing length: each is a whole
 * solve with starts, moves and an end, and goes on from what the rounds before found where that is better than its
 * starts. The best end of all rounds is kept. So twice the budget never ends worse: rounds of 20, 20, 40, 80 … are the
 * same in both, and a single plan cut for the longer budget could be led into a worse minimum.
 *
 * It costs about a tenth of the error at equal iterations, against one plan for the whole budget, because ends are
 * made several times: where nothing is asked for, the budget is known and there is one round.
 */

import type { Start } from "../../initialisers/clusters";
import { copyState, type SavedState, saveState } from "../../phases/blend-state";
import { keepBest, type Session, takeBack } from "../../session/session";
import { type AutoPlan, solveAuto } from "./auto";

const FIRST = 20;
/** A last round shorter than this is not worth beginning. */
export const SHORTEST = 10;
/** Below this E_RMS what is left is the rounding of the input. */
export const NOTHING = 1e-3;

/** What the artist's own budget is spent on. */
export interface RoundsPlan {
  /** Starts of a round of so many iterations. */
  starts(iterations: number): number;
  /** The n-th start of all. */
  start(n: number): Start;
}

/** Iterations of the n-th round. */
export const roundLength = (n: number): number => FIRST * 2 ** Math.max(0, n - 1);

export async function solveInRounds(
  session: Session,
  rounds: RoundsPlan,
  plan: AutoPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, best, solver } = session;
  const { rest } = solver.problem;
  const ownRest = rest.slice();
  let used = 0;
  let searched: SavedState | null = null;
  for (let n = 0; n === 0 || log.mayGoOn; n++) {
    const iterations = Math.min(roundLength(n), log.iterationsLeft);
    if (n > 0 && iterations < SHORTEST) break;
    const last = log.iterations + iterations;
    rest.set(ownRest);
    session.solver = solver;
    for (const each of [solver, session.finisher]) each.weights.allowed = null;
    best.objective = Infinity;
    if (searched) copyState(searched, best);
    const count = rounds.starts(iterations);
    const starts = Array.from({ length: count }, (_, s) => rounds.start(used + s));
    used += count;
    log.within(iterations);
    await solveAuto(session, starts, { ...plan, starts: count }, stop, () => {
      searched = saveState(best);
      log.within(last - log.iterations);
    });
    log.within(Infinity);
    if (best.objective < (session.kept?.state.objective ?? Infinity)) session.kept = keepBest(session);
    if (solver.eRms(session.kept!.state.error) < NOTHING) break;
  }
  takeBack(session, session.kept!);
  session.kept = null;
}
