import { type Keepsake, type Session, takeBack } from "../../session/session";

/** What connected patches add to the error, as a fraction of it. Objectives are squared errors. */
export const costOf = (connected: number, free: number): number => Math.sqrt(connected / free) - 1;

/** Restores the free state if connection costs too much. That state may not have been solved to its end. */
export function weighAgainst(session: Session, connected: Keepsake, free: Keepsake): void {
  const { patchCost } = session;
  if (patchCost !== null && costOf(connected.state.objective, free.state.objective) > patchCost)
    weigh(session, connected, free);
}

/**
 * Keeps the connected rig, or the one with islands if connecting it costs too much, and records that cost for the
 * report.
 */
export function weigh(session: Session, connected: Keepsake, free: Keepsake): void {
  const cost = costOf(connected.state.objective, free.state.objective);
  const isKept = !(cost > session.patchCost!);
  takeBack(session, isKept ? connected : free);
  session.connection = { costPercent: 100 * cost, connected: isKept };
}
