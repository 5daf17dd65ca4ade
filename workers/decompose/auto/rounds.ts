/**
 * Solves with a budget that the artist gave, in iterations or seconds, as rounds of growing length: each is a whole
 * solve with starts, moves and an end, and goes on from what the rounds before found where that is better than its
 * starts. The best end of all rounds is kept. So twice the budget never ends worse: rounds of 20, 20, 40, 80 … are the
 * same in both, and a single plan cut for the longer budget could be led into a worse minimum.
 *
 * It costs about a tenth of the error at equal iterations, against one plan for the whole budget, because ends are
 * made several times: where nothing is asked for, the budget is known and there is one round.
 */

import type { Start } from "../initialisers/clusters";
import { copyState, type SavedState, saveState } from "../phases/blend-state";
import { keepBest, type Session, takeBack } from "../session";
import { type AutoPlan, solveAuto } from "./auto";
import { finish } from "./finish";

const FIRST = 20;
/** A last round shorter than this is not worth beginning. */
const SHORTEST = 10;
/**
 * With a budget of seconds, iterations of a round that its search leaves to its end. Where influence is to be connected
 * the end takes its islands away, which can triple the error; bones and weights then make up for it. A search that
 * used up the round left a rig that was far worse than what it had found.
 */
const END = 8;
/** Of these, what the last islands and a correction of the rest pose may take: so that they are not cut short. */
const LAST = 4;
/** With a budget of seconds, rounds in a row that gain hardly anything before the rest goes to descent alone … */
const IDLE_ROUNDS = 2;
/** … as a share of the error. */
const HARDLY = 1e-3;
/** Below this E_RMS what is left is the rounding of the input. */
const NOTHING = 1e-3;

/** What the artist's own budget is spent on. */
export interface RoundsPlan {
  /** Starts of a round of so many iterations. */
  starts(iterations: number): number;
  /** The n-th start of all. */
  start(n: number): Start;
}

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
  let idle = 0;
  /** Seconds that an iteration took in the last round. */
  let pace = 0;
  let searched: SavedState | null = null;
  const isTimed = log.secondsLeft < Infinity;
  for (let n = 0; n === 0 || log.mayGoOn; n++) {
    const meant = Math.min(FIRST * 2 ** Math.max(0, n - 1), log.iterationsLeft);
    const iterations = n === 0 ? meant : Math.min(meant, Math.floor(log.secondsLeft / pace));
    // By the clock, part of a round gains less than descent does in the same time.
    if (n > 0 && iterations < (isTimed ? Math.max(SHORTEST, meant) : SHORTEST)) break;
    const began = log.seconds;
    const last = log.iterations + iterations;
    rest.set(ownRest);
    session.solver = solver;
    for (const each of [solver, session.finisher]) each.weights.allowed = null;
    best.objective = Infinity;
    if (searched) copyState(searched, best);
    const count = rounds.starts(iterations);
    const starts = Array.from({ length: count }, (_, s) => rounds.start(used + s));
    used += count;
    const forEnd = isTimed ? Math.min(END, iterations - 1) : 0;
    log.within(iterations - forEnd);
    if (isTimed && session.patches) log.keepBack(END);
    await solveAuto(session, starts, { ...plan, starts: count }, stop, () => {
      searched = saveState(best);
      log.within(last - log.iterations);
      if (isTimed && session.patches) log.keepBack(LAST);
    });
    log.within(Infinity);
    pace = (log.seconds - began) / iterations;
    const before = session.kept?.state.objective ?? Infinity;
    if (best.objective < before) session.kept = keepBest(session);
    idle = best.objective < before * (1 - HARDLY) ? 0 : idle + 1;
    if (solver.eRms(session.kept!.state.error) < NOTHING || (isTimed && idle >= IDLE_ROUNDS)) break;
  }
  takeBack(session, session.kept!);
  if (isTimed && log.mayGoOn)
    await spendRest(session, Math.max(1, Math.floor(log.secondsLeft / pace)), plan, stop);
  session.kept = null;
}

/** Descends from the best end of the rounds for the seconds that are left, as long as that gains anything. */
async function spendRest(
  session: Session,
  iterations: number,
  plan: AutoPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { finishRound, correctRest } = plan;
  session.solver = session.finisher;
  session.log.within(iterations);
  if (session.patches) session.log.keepBack(LAST);
  await finish(session, { round: finishRound, correctRest }, stop);
  if (session.best.objective > session.kept!.state.objective) takeBack(session, session.kept!);
}
