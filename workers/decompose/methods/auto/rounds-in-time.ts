import { copyState, type SavedBlend, saveState } from "../../phases/blend-state";
import type { StoppingRule } from "../../phases/descent";
import { NOISE } from "../../problem/noise";
import { type Session, takeBack } from "../../session/session";
import { type AutoPlan, searchAuto } from "./auto";
import { finishInTime } from "./finish";
import { type RoundsPlan, roundLength, SHORTEST } from "./rounds";

/**
 * The end gets this share of the time. It removes islands of influence, which can triple the error; bones and weights
 * then make up for it. When each round had a short end of its own, the error varied with the seconds by a factor of
 * two.
 */
const END_SHARE = 0.5;
/** Iterations that the end reserves for its last islands, and the largest share of its time for them. */
const LAST = 2;
const LAST_SHARE = 0.3;
/** The search is over after this many rounds in a row that gain hardly anything … */
const IDLE_ROUNDS = 2;
/** … that is, less than this share of the error. */
const LEAST_GAIN = 1e-3;

/**
 * Solves in the remaining seconds: first rounds of search, then one end for all of them. Each round is twice as long as
 * the last and starts from its best bones. Only rounds that fit are started, because a part of a round gains less than
 * the end does in the same time. If the end converges early, the search continues, finally with shorter rounds.
 * @param enough iterations of a solve without a limit. The search is not over before them.
 */
export async function solveInTime(
  session: Session,
  rounds: RoundsPlan,
  plan: AutoPlan,
  stop: StoppingRule,
  enough: number,
): Promise<void> {
  const { log, finisher } = session;
  const search = new Search(session, rounds, plan, log.iterations + enough);
  const isExact = () => finisher.eRms(session.kept!.state.error) < NOISE;
  do {
    const isFirst = !session.kept;
    const hasGained = await search.play(isFirst);
    search.leave();
    if (!isFirst && !hasGained) takeBack(session, session.kept!);
    // Without time for another round, the descent continues while it gains anything.
    const isLast = !isFirst && !hasGained && !search.isOver;
    if (isFirst || hasGained || isLast) {
      log.keepBack(LAST, LAST_SHARE);
      const until = isLast ? { tolerance: 0, patience: Infinity } : stop;
      const before = session.kept?.state.objective ?? Infinity;
      await finishInTime(session, { round: plan.finishRound, correctRest: plan.correctRest }, until);
      if (isLast && !(session.kept!.state.objective < before)) break;
    }
  } while (log.mayGoOn && !search.isOver && !isExact());
  if (log.mayGoOn) log.noteConverged();
  takeBack(session, session.kept!);
  session.kept = null;
  log.leave();
}

/** Rounds of search. Each starts from the best bones of the earlier rounds. */
class Search {
  private readonly session: Session;
  private readonly rounds: RoundsPlan;
  private readonly plan: AutoPlan;
  private readonly solver: Session["solver"];
  private readonly rest: Float64Array;
  private readonly enough: number;
  private best: SavedBlend | null = null;
  private played = 0;
  private used = 0;
  private idle = 0;
  /** Seconds per iteration in the last round. */
  private pace = 0;

  constructor(session: Session, rounds: RoundsPlan, plan: AutoPlan, enough: number) {
    this.session = session;
    this.rounds = rounds;
    this.plan = { ...plan, moveShare: 1 };
    this.solver = session.solver;
    this.rest = session.solver.problem.rest.slice();
    this.enough = enough;
  }

  /** Whether the last rounds found so little that another one is pointless. */
  get isOver(): boolean {
    return this.idle >= IDLE_ROUNDS && this.session.log.iterations >= this.enough;
  }

  /** Runs the rounds that fit. Returns whether they found anything better than earlier rounds. */
  async play(wholeOnly: boolean): Promise<boolean> {
    const { log } = this.session;
    const end = END_SHARE * log.secondsLeft;
    log.keepBack(Infinity, END_SHARE);
    let hasGained = false;
    while (this.played === 0 || (log.mayGoOn && !this.isOver)) {
      const meant = roundLength(this.played);
      const fits = this.played === 0 ? meant : (log.secondsLeft - end) / this.pace;
      if (fits < (wholeOnly ? meant : SHORTEST)) break;
      const gain = await this.round(Math.floor(Math.min(meant, fits, log.iterationsLeft)));
      hasGained ||= gain > 0;
      this.idle = gain > LEAST_GAIN ? 0 : this.idle + 1;
    }
    return hasGained;
  }

  /** Runs one round. Returns its gain as a share of the error. */
  private async round(iterations: number): Promise<number> {
    const { session, rounds, plan } = this;
    const { log, best } = session;
    const [began, count] = [log.seconds, log.iterations];
    this.enter();
    const starts = Array.from({ length: rounds.starts(iterations) }, (_, s) => rounds.start(this.used + s));
    this.used += starts.length;
    this.played++;
    log.within(iterations);
    await searchAuto(session, starts, { ...plan, starts: starts.length });
    log.within(Infinity);
    this.pace = (log.seconds - began) / Math.max(1, log.iterations - count);
    const before = this.best?.objective ?? Infinity;
    if (best.objective < before) this.best = saveState(best);
    return before < Infinity ? Math.max(0, 1 - best.objective / before) : 1;
  }

  /** Sets the session up to search from the best bones so far. */
  private enter(): void {
    const { session, solver } = this;
    solver.problem.rest.set(this.rest);
    session.solver = solver;
    for (const each of [solver, session.finisher]) each.weights.allowed = null;
    session.best.objective = Infinity;
    if (this.best) copyState(this.best, session.best);
  }

  /** Sets the session up to end the solve from the best bones. */
  leave(): void {
    this.enter();
    this.session.solver = this.session.finisher;
  }
}
