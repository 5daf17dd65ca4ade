import { keepBest, type Session, takeBack } from "../../session/session";
import { type FinishPlan, finish } from "./finish";
import { costOf, weigh, weighAgainst } from "./patch-cost";

/** The second end does not stop while its error may still fall by more than this, so that the report stays precise. */
const SLACK = 0.03;

/**
 * Ends a solve with connected patches, and again without them if there were islands, which shows what they cost.
 * Islands stay only if removing them costs more than `session.patchCost`. Each end may use all iterations that remain.
 * The second stops once it is clear that it will not get so far below the first.
 */
export async function finishBounded(
  session: Session,
  plan: FinishPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, patches, patchCost, task } = session;
  const searched = keepBest(session);
  const iterations = log.iterationsLeft;
  const removed = await finish(session, plan, stop);
  if (!patches || patchCost === null || removed === 0) return;
  const connected = keepBest(session);
  if (!plan.mayEndTwice || task.finishNow) {
    weighAgainst(session, connected, searched);
    return;
  }
  const { kept } = session;
  // Until the second end is better, the first is shown. It is returned if work is cut short.
  session.kept = connected;
  takeBack(session, searched);
  session.patches = null;
  session.solver.weights.allowed = null;
  log.expect(iterations);
  let least: number | null = null;
  await finish(session, plan, stop, (reachable) => {
    const isNear = reachable > 0 && costOf(session.best.objective, reachable) <= SLACK;
    const isCheap = isNear && costOf(connected.state.objective, reachable) <= patchCost;
    if (isCheap) least = reachable;
    return isCheap;
  });
  session.patches = patches;
  session.kept = kept;
  weigh(session, connected, keepBest(session), least);
}
