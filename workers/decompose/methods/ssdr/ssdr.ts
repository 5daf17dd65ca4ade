import type { Start } from "../../initialisers/start-context";
import { copyState } from "../../phases/blend-state";
import { descend } from "../../phases/descent";
import { beginFrom, noteIteration, type Session } from "../../session/session";
import { replaceBone, worstPatch } from "./moves";

export interface SsdrPlan {
  /** Seeded starts. The best after `startIterations` continues. */
  starts: number;
  startIterations: number;
  /** How often a start may move dying bones. Without a limit, moves could repeat forever. */
  reinitialisations: number;
}

export const SSDR_DEFAULTS: SsdrPlan = { starts: 6, startIterations: 12, reinitialisations: 20 };

/** A bone with less Σ w² than this is dying (Le & Deng 2012, ε). */
const DYING = 3;

/**
 * Smooth skinning decomposition with rigid bones (Le & Deng 2012): each round finds weights by constrained least
 * squares in two passes, then fits each bone in turn to the residual of the others. A dying bone moves to the patch
 * around the vertex with the largest error. This may raise the error, and the log marks it as an event.
 */
export async function solveSsdr(
  session: Session,
  starts: readonly Start[],
  plan: SsdrPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, random, task, current, solver } = session;
  for (let s = 0; s < plan.starts && (s === 0 || log.mayGoOn); s++) {
    log.enter("Starts");
    log.mark(s === 0 ? "start" : "restart");
    await beginFrom(
      session,
      current,
      await starts[s % starts.length](session.starts, solver.options.bones, random, task),
    );
    if (!noteIteration(session, current)) continue;
    const alone = plan.starts === 1;
    const iterations = Math.min(alone ? Infinity : plan.startIterations, log.iterationsLeft);
    await iterate(session, plan.reinitialisations, iterations, stop);
  }
  if (plan.starts === 1) return;
  await refineSsdr(session, plan, stop);
}

/** Continues from `session.best`. */
export async function refineSsdr(
  session: Session,
  plan: SsdrPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, best, current } = session;
  log.enter("Refinement");
  copyState(best, current);
  if (log.mayGoOn) await iterate(session, plan.reinitialisations, log.iterationsLeft, stop);
  log.leave();
}

/** Plain alternation on `session.current`. Its best state is in `session.best`. */
async function iterate(
  session: Session,
  reinitialisations: number,
  iterations: number,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, task, current, spare, solver } = session;
  const step = { iterations: 1, momentum: false, tolerance: 0, patience: Infinity };
  let left = reinitialisations;
  let slow = 0;
  for (let it = 0; it < iterations && slow < stop.patience && log.mayGoOn; it++) {
    const last = current.objective;
    await descend(solver, current, spare, step, task, (state) => noteIteration(session, state));
    const dying = left > 0 ? dyingBone(session) : -1;
    if (dying >= 0) {
      left--;
      log.mark("reinitialised");
      await replaceBone(solver, current, dying, worstPatch(solver, current.errors), task);
      await solver.weights.run(current, task);
      slow = 0;
    } else {
      slow = last - current.objective < stop.tolerance * current.objective ? slow + 1 : 0;
    }
  }
}

/** The bone with the least Σ w² if that is too little, or −1. */
function dyingBone({ current, solver }: Session): number {
  const masses = new Float64Array(solver.options.bones);
  for (let e = 0; e < current.ids.length; e++) {
    if (current.ids[e] >= 0) masses[current.ids[e]] += current.values[e] ** 2;
  }
  let least = -1;
  for (let j = 0; j < masses.length; j++) {
    if (solver.options.lockedBones?.[j]) continue;
    if (masses[j] < DYING && (least < 0 || masses[j] < masses[least])) least = j;
  }
  return least;
}
