/**
 * Solves with the artist's own budget of iterations, in rounds of growing length. Each round is a whole solve with
 * starts, moves and an end. It continues from the best earlier result if that beats its own starts. The best end of all
 * rounds is kept. Twice the budget therefore never ends worse, because both begin with the same rounds of 20, 20, 40,
 * 80 … A single plan for the longer budget could reach a worse minimum.
 *
 * At equal iterations the error is about a tenth larger than with one plan for the whole budget, because there are
 * several ends. Without a budget from the artist there is therefore one round.
 */

import type { Start } from "../../initialisers/start-context";
import { copyState, type SavedBlend, saveState } from "../../phases/blend-state";
import type { StoppingRule } from "../../phases/descent";
import { NOISE } from "../../problem/noise";
import { keepBest, type Session, takeBack } from "../../session/session";
import { type AutoPlan, solveAuto } from "./auto";

const FIRST = 20;
/** A last round shorter than this is not started. */
export const SHORTEST = 10;

/** How the artist's own budget is spent. */
export interface RoundsPlan {
  /** The number of starts in a round, by its iterations. */
  starts(iterations: number): number;
  /** The n-th start. */
  start(n: number): Start;
}

/** Iterations of the n-th round. */
export const roundLength = (n: number): number => FIRST * 2 ** Math.max(0, n - 1);

export async function solveInRounds(
  session: Session,
  rounds: RoundsPlan,
  plan: AutoPlan,
  stop: StoppingRule,
): Promise<void> {
  const { log, best, solver } = session;
  const { rest } = solver.problem;
  const ownRest = rest.slice();
  let used = 0;
  let searched: SavedBlend | null = null;
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
    await solveAuto(
      session,
      starts,
      { ...plan, starts: count, mayEndTwice: false, finalists: 1 },
      stop,
      () => {
        searched = saveState(best);
        log.within(last - log.iterations);
      },
    );
    log.within(Infinity);
    if (best.objective < (session.kept?.state.objective ?? Infinity)) session.kept = keepBest(session);
    if (solver.eRms(session.kept!.state.error) < NOISE) break;
  }
  takeBack(session, session.kept!);
  session.kept = null;
}
