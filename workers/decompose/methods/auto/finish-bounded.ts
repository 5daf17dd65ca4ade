import type { StoppingRule } from "../../phases/descent";
import { keepBest, type Session } from "../../session/session";
import { type FinishPlan, finish } from "./finish";
import { weigh, weighAgainst } from "./patch-cost";

/** The end without patches gets this share of the iterations. */
const FREE_SHARE = 0.6;

/**
 * Ends a solve first without patches, and from there with connected patches, which shows what they cost. Islands stay
 * only if removing them costs more than `session.patchCost`. The rig with islands then gets as many iterations as the
 * connected one had.
 */
export async function finishBounded(session: Session, plan: FinishPlan, stop: StoppingRule): Promise<void> {
  const { log, patches, patchCost, task } = session;
  const iterations = log.iterationsLeft;
  const freely = Math.round(FREE_SHARE * iterations);
  const isWeighed = patches !== null && patchCost !== null;
  const endsTwice = isWeighed && plan.mayEndTwice;
  if (endsTwice) await finishFree(session, plan, stop, freely);
  const free = keepBest(session);
  const removed = await finish(session, plan, stop);
  if (!isWeighed || removed === 0) return;
  if (!endsTwice || task.finishNow) {
    weighAgainst(session, keepBest(session), free);
    return;
  }
  weigh(session, keepBest(session), free);
  if (session.connection!.connected) return;
  log.expect(iterations - freely);
  await finishFree(session, plan, stop, iterations - freely);
}

/** Some iterations of the end, without patches. */
async function finishFree(
  session: Session,
  plan: FinishPlan,
  stop: StoppingRule,
  iterations: number,
): Promise<void> {
  const { patches, log, solver } = session;
  session.patches = null;
  solver.weights.allowed = null;
  log.within(iterations);
  await finish(session, plan, stop);
  log.within(Infinity);
  session.patches = patches;
}
