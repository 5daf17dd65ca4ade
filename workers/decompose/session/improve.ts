/**
 * Uses the remaining seconds to improve a result that a limit cut short: solves bones and weights in turn, from the
 * method's result, or from the first bones if it has none. The result of a method that reached its own end stays as it
 * is.
 */
import { finishInTime } from "../methods/auto/finish";
import { recover, solvedBy } from "../methods/by-turns";
import { descend } from "../phases/descent";
import { LEAST_WEIGHT } from "../result/rig-assembly";
import type { Effort, Solved } from "../result/solved";
import { makeSession } from "./make-session";
import { SEARCH_INFLUENCES } from "./plan";
import { adopt } from "./refit";
import { noteIteration, type Session } from "./session";
import type { SolveContext } from "./solve-context";

/** Continues while an iteration gains anything that f64 can represent. */
const TO_THE_END = { tolerance: 1e-9, patience: 5 };
/** Iterations between two corrections of the rest pose. */
const ROUND = 8;

/** Returns `from` itself if nothing was cut short, there is no time, or nothing better was found. */
export async function improveWhereCut(
  context: SolveContext,
  from: Solved,
  { goal }: Effort,
): Promise<Solved> {
  const { task, log, parallel } = context;
  if (task.asked === null || !task.wasCut || task.isKept) return from;
  const had = meanInfluences(from);
  const most = context.influencesOf(from.bones);
  const limit = had > SEARCH_INFLUENCES ? most : Math.min(most, SEARCH_INFLUENCES);
  context.reserve(Math.max(had, Math.min(limit, SEARCH_INFLUENCES)));
  const mark = parallel.arena.mark();
  const session = makeSession(context, from.bones, null, { limit, searches: false });
  session.solver = session.finisher;
  log.allow(Infinity, goal);
  const done = await task.attempt(parallel.arena, 1, () => goOn(context, session, from));
  const isThere = done ?? (await recover(session));
  const found = isThere ? solvedBy(context, session) : null;
  log.leave();
  parallel.arena.release(mark);
  if (!found || !(found.eRms < from.eRms)) return from;
  return { ...from, ...found, reason: from.reason, cutShort: [...from.cutShort, ...found.cutShort] };
}

/** Returns whether there was time for anything. */
async function goOn({ settings, task, log }: SolveContext, session: Session, from: Solved): Promise<boolean> {
  const { solver, best, spare } = session;
  log.enter("Refinement");
  if (!log.mayGoOn) return false;
  await adopt(session, from);
  const hasTime = noteIteration(session, best);
  if (session.patches) {
    log.keepBack(1);
    await finishInTime(session, { round: ROUND, correctRest: settings.correctRestPose }, TO_THE_END);
  } else if (hasTime) {
    const descent = { iterations: Infinity, momentum: true, ...TO_THE_END };
    await descend(solver, best, spare, descent, task, () => noteIteration(session, best));
  }
  return true;
}

/** Mean number of influences of a vertex. */
function meanInfluences({ ids, values, rest }: Solved): number {
  const count = ids.reduce((sum, j, e) => sum + (j >= 0 && values[e] > LEAST_WEIGHT ? 1 : 0), 0);
  return count / (rest.length / 3);
}
