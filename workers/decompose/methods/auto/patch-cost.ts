import { type Keepsake, type Session, takeBack } from "../../session/session";

/** Error of one state over that of another. */
const errorRatio = (a: Keepsake, b: Keepsake): number => Math.sqrt(a.state.objective / b.state.objective);

/** Restores the free state if connection costs too much. That state may not have been solved to its end. */
export function weighAgainst(session: Session, connected: Keepsake, free: Keepsake): void {
  const { patchCost } = session;
  if (patchCost !== null && errorRatio(connected, free) > 1 + patchCost) weigh(session, connected, free);
}

/** Makes the connected rig the best state, or the free one if connection costs too much, and notes the cost. */
export function weigh(session: Session, connected: Keepsake, free: Keepsake): void {
  const cost = errorRatio(connected, free) - 1;
  const isKept = !(cost > session.patchCost!);
  takeBack(session, isKept ? connected : free);
  session.connection = { costPercent: 100 * cost, connected: isKept };
}
