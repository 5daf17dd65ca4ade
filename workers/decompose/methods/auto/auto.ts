import type { Start } from "../../initialisers/clusters";
import { copyState, type SavedState, saveState } from "../../phases/blend-state";
import { descend } from "../../phases/descent";
import { beginFrom, noteIteration, type Session } from "../../session/session";
import { lossOfBones, MOVE_DEFAULTS, type Move, replaceBone, tryMove, worstPatch } from "../ssdr/moves";
import { finish } from "./finish";
import { findInsertions, type Insertion } from "./insertions";

// Decomposes a mesh sequence by the steps of Le & Deng 2012: bones and weights in turn, with other means for several of
// them. docs/decisions/auto.md says what was tried for each, and why this won.

/** How a budget of outer iterations is spent. */
export interface AutoPlan {
  /** Starts, from which the best goes on. */
  starts: number;
  /** Iterations of each round of the starts' tournament; half of them go on to the next. */
  rounds: readonly number[];
  /** Iterations on the best start before bones are moved about. */
  settle: number;
  /** Share of all iterations that may be gone when the last move begins. */
  moveShare: number;
  /** Failed moves in a row after which no more are tried. */
  patience: number;
  /** Iterations between corrections of the rest pose and looks at the patches of influence towards the end. */
  finishRound: number;
  /** Whether the rest pose may be corrected. */
  correctRest: boolean;
  /** Moves tried from one look at where bones could go. */
  movesAtOnce: number;
}

export const AUTO_DEFAULTS: AutoPlan = {
  starts: 8,
  rounds: [5, 5, 10],
  settle: 12,
  moveShare: 0.6,
  patience: 40,
  finishRound: 8,
  correctRest: true,
  movesAtOnce: 6,
};

/**
 * A tournament of starts: all run a few iterations, the better half some more, and so on, because an early error says
 * only roughly which start will be best. The best state of all is in `session.best`.
 */
async function runStarts(session: Session, starts: readonly Start[], plan: AutoPlan): Promise<void> {
  const { log, random, task, current, solver } = session;
  log.enter("Starts");
  let field: SavedState[] = [];
  for (let s = 0; s < plan.starts && (s === 0 || log.mayGoOn); s++) {
    log.mark(s === 0 ? "start" : "restart");
    await beginFrom(
      session,
      current,
      await starts[s % starts.length](session.starts, solver.options.bones, random, task),
    );
    if (noteIteration(session, current)) await advance(session, plan.rounds[0]);
    field.push(saveState(current));
  }
  for (const iterations of plan.rounds.slice(1)) {
    field = field.sort((a, b) => a.objective - b.objective).slice(0, Math.ceil(field.length / 2));
    for (const [place, entrant] of field.entries()) {
      if (!log.mayGoOn) return;
      log.mark("restart");
      copyState(entrant, current);
      await advance(session, iterations);
      field[place] = saveState(current);
    }
  }
}

async function advance(session: Session, iterations: number): Promise<void> {
  const { solver, current, spare, task } = session;
  const descent = { iterations, momentum: true, tolerance: 0, patience: Infinity };
  await descend(solver, current, spare, descent, task, (state) => noteIteration(session, state));
}

/**
 * Moves bones about in `session.best` until `last` iterations have passed or it no longer helps. The n-th move tried
 * from one state pairs places and bones in diagonal order: the best place with the least missed bone, the second best
 * place with it, the best place with the second least missed …
 */
async function runMoves(session: Session, last: number, plan: AutoPlan): Promise<void> {
  const { log, random, task, best, other, spare, solver } = session;
  const after = () => noteIteration(session, best);
  let failures = 0;
  let losses: number[] | null = null;
  let moves: Move[] = [];
  log.enter("Moves");
  while (log.mayGoOn && log.iterations < last && failures < plan.patience) {
    losses ??= leastMissed(await lossOfBones(solver, best, task));
    if (moves.length === 0)
      moves = pairUp(await findInsertions(solver, best, random, task), losses, plan.movesAtOnce);
    log.mark("move");
    const kept = await tryMove(solver, best, other, spare, moves.shift()!, MOVE_DEFAULTS, task, after);
    failures = kept ? 0 : failures + 1;
    if (!kept) continue;
    losses = null;
    moves = [];
  }
}

/** Below this E_RMS what is left is the rounding of f32 positions: nothing for another bone to follow. */
const NOISE = 1e-3;

/** Sets bones that move nothing to the worst patches, one after the other: nobody uses them, so no error rises. */
async function reviveIdle({ solver, best, log, task }: Session): Promise<void> {
  const used = new Set(best.ids);
  for (let j = 0; j < solver.options.bones && log.mayGoOn; j++) {
    if (used.has(j) || solver.options.lockedBones?.[j] || solver.eRms(best.error) < NOISE) continue;
    log.mark("reinitialised");
    await replaceBone(solver, best, j, worstPatch(solver, best.errors), task);
    await solver.weights.run(best, task);
  }
}

/** Bones, least loss first; locked ones, whose loss is infinite, are left out. */
function leastMissed(losses: Float64Array): number[] {
  const free = Array.from(losses.keys()).filter((j) => losses[j] < Infinity);
  return free.sort((a, b) => losses[a] - losses[b] || a - b);
}

function pairUp(places: readonly Insertion[], bones: readonly number[], most: number): Move[] {
  const moves: Move[] = [];
  for (let sum = 0; moves.length < most && sum < places.length + bones.length; sum++) {
    for (let b = 0; b <= sum && moves.length < most; b++) {
      if (b < bones.length && sum - b < places.length)
        moves.push({ bone: bones[b], vertex: places[sum - b].vertex });
    }
  }
  return moves;
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
  beforeEnd: () => void = () => {},
): Promise<void> {
  const began = session.log.iterations;
  await runStarts(session, starts, plan);
  await refineAuto(session, plan, stop, began, beforeEnd);
}

/** The search alone: the best bones that it finds are in `session.best`, their rest pose and patches not looked after. */
export async function searchAuto(session: Session, starts: readonly Start[], plan: AutoPlan): Promise<void> {
  const began = session.log.iterations;
  await runStarts(session, starts, plan);
  await settleAndMove(session, plan, began);
}

/**
 * Goes on from `session.best`.
 * @param began the iteration at which the budget that `plan` shares out began.
 * @param beforeEnd called when the search is over, before the rest pose and the patches of influence are looked after.
 */
export async function refineAuto(
  session: Session,
  plan: AutoPlan,
  stop: { tolerance: number; patience: number },
  began = session.log.iterations,
  beforeEnd: () => void = () => {},
): Promise<void> {
  const { log, task, best } = session;
  await settleAndMove(session, plan, began);
  beforeEnd();
  if (session.solver !== session.finisher) {
    session.solver = session.finisher;
    await session.solver.weights.run(best, task);
  }
  await finish(session, { round: plan.finishRound, correctRest: plan.correctRest }, stop);
  log.leave();
}

async function settleAndMove(session: Session, plan: AutoPlan, began: number): Promise<void> {
  const { log, task, best, spare, solver } = session;
  const lastMove = began + plan.moveShare * (log.iterations - began + log.iterationsLeft);
  const after = () => noteIteration(session, best);
  const settle = { iterations: plan.settle, momentum: true, tolerance: 0, patience: Infinity };
  log.enter("Refinement");
  if (log.mayGoOn) await descend(solver, best, spare, settle, task, after);
  await reviveIdle(session);
  const free = solver.options.bones - (solver.options.lockedBones?.reduce((a, b) => a + b, 0) ?? 0);
  if (free > 0 && solver.options.bones > 1) await runMoves(session, lastMove, plan);
  log.enter("Refinement");
  await reviveIdle(session);
}
