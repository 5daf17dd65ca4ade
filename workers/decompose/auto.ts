import type { Start } from "./clusters";
import { descend } from "./descent";
import { lossOfBones, MOVE_DEFAULTS, tryMove } from "./moves";
import { beginFrom, noteIteration, type Session } from "./session";

/** How a budget of outer iterations is spent. */
export interface AutoPlan {
  /** Starts, from which the best goes on. */
  starts: number;
  /** Iterations after which starts are compared. */
  startIterations: number;
  /** Iterations on the best start before bones are moved about. */
  settle: number;
  /** Share of all iterations that may be gone when the last move begins. */
  moveShare: number;
  /** Failed moves in a row after which no more are tried. */
  patience: number;
}

export const AUTO_DEFAULTS: AutoPlan = {
  starts: 4,
  startIterations: 5,
  settle: 12,
  moveShare: 0.6,
  patience: 12,
};

/** Starts, and the best of them settled, in `session.best`. */
async function runStarts(session: Session, starts: readonly Start[], plan: AutoPlan): Promise<void> {
  const { log, random, task, current, spare, solver } = session;
  const begin = { iterations: plan.startIterations, momentum: true, tolerance: 0, patience: Infinity };
  for (let s = 0; s < plan.starts && (s === 0 || log.mayGoOn); s++) {
    log.enter("Starts");
    log.mark(s === 0 ? "start" : "restart");
    await beginFrom(
      session,
      current,
      await starts[s % starts.length](session.starts, solver.options.bones, random, task),
    );
    if (!noteIteration(session, current)) continue;
    await descend(solver, current, spare, begin, task, (state) => noteIteration(session, state));
  }
}

/** Moves bones about in `session.best` until `last` iterations have passed or it no longer helps. */
async function runMoves(session: Session, last: number, plan: AutoPlan): Promise<void> {
  const { log, random, task, best, other, spare, solver } = session;
  const after = () => noteIteration(session, best);
  let failures = 0;
  let losses: Float64Array | null = null;
  log.enter("Moves");
  while (log.mayGoOn && log.iterations < last && failures < plan.patience) {
    losses ??= await lossOfBones(solver, best, task);
    log.mark("move");
    const kept = await tryMove(
      solver,
      best,
      other,
      spare,
      losses,
      failures,
      random,
      MOVE_DEFAULTS,
      task,
      after,
    );
    failures = kept ? 0 : failures + 1;
    if (kept) losses = null;
  }
}

/**
 * Solves from nothing: several starts, the best of them settled, bones moved to where the error is, and descent with
 * momentum for the rest of the budget.
 */
export async function solveAuto(
  session: Session,
  starts: readonly Start[],
  plan: AutoPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  await runStarts(session, starts, plan);
  await refineAuto(session, plan, stop);
}

/** Goes on from `session.best`. */
export async function refineAuto(
  session: Session,
  plan: AutoPlan,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { log, task, best, spare, solver } = session;
  const total = log.iterations + log.iterationsLeft;
  const after = () => noteIteration(session, best);
  const settle = { iterations: plan.settle, momentum: true, tolerance: 0, patience: Infinity };
  log.enter("Refinement");
  if (log.mayGoOn) await descend(solver, best, spare, settle, task, after);
  if (solver.options.bones > 1) await runMoves(session, plan.moveShare * total, plan);
  log.enter("Refinement");
  const finish = { iterations: log.iterationsLeft, momentum: true, ...stop };
  if (log.mayGoOn) await descend(solver, best, spare, finish, task, after);
  log.leave();
}
