import { keepBest, type Session, takeBack } from "../../session/session";
import { type FinishPlan, finish } from "./finish";
import { weigh, weighAgainst } from "./patch-cost";

/**
 * Ends a solve with connected patches, and again without them if there were islands, which shows what they cost.
 * Islands stay only if removing them costs more than `session.patchCost`. Each end may use all iterations that remain.
 */
export async function finishBounded(
  session: Session,
  plan: FinishPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, patches, task } = session;
  const searched = keepBest(session);
  const iterations = log.iterationsLeft;
  const removed = await finish(session, plan, stop);
  if (!patches || session.patchCost === null || removed === 0) return;
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
  await finish(session, plan, stop);
  session.patches = patches;
  session.kept = kept;
  weigh(session, connected, keepBest(session));
}
