import type { Start } from "../../initialisers/start-context";
import { copyState, type SavedBlend, saveState } from "../../phases/blend-state";
import { descend, type StoppingRule } from "../../phases/descent";
import { NOISE } from "../../problem/noise";
import { takeFound } from "../../session/scout";
import {
  beginFrom,
  keepBest,
  noteIteration,
  type Session,
  searchStates,
  takeBack,
} from "../../session/session";
import { lossOfBones, MOVE_DEFAULTS, type Move, replaceBone, tryMove, worstPatch } from "../ssdr/moves";
import { finishBounded } from "./finish-bounded";
import { findInsertions, type Insertion } from "./insertions";

// Decomposes a mesh sequence by the steps of Le & Deng 2012: bones and weights in turn. Several steps are solved
// differently; docs/decisions/auto.md says what was tried and why each choice won.

/** How a budget of outer iterations is spent. */
export interface AutoPlan {
  /** Number of starts. The best one continues. */
  starts: number;
  /** Iterations in each round of the starts' tournament. Half of the starts go on to the next round. */
  rounds: readonly number[];
  /** Iterations on the best start before bones move. */
  settle: number;
  /** The last move begins before this share of all iterations has passed. */
  moveShare: number;
  /** No move begins after this many iterations, either. */
  mostSearch: number;
  /** The most moves in a row that may fail before no more are tried. */
  patience: number;
  /** Iterations between two corrections of the rest pose and of the patches of influence, towards the end. */
  finishRound: number;
  /** Whether the rest pose may be corrected. */
  correctRest: boolean;
  /** Whether a solve may end twice, first without patches, to see what they cost. */
  mayEndTwice: boolean;
  /** Moves that are tried before the places for bones are searched again. */
  movesAtOnce: number;
  /** States of the tournament that may move their bones. The next one begins when moves of the last no longer help. */
  finalists: number;
}

export const AUTO_DEFAULTS: AutoPlan = {
  starts: 8,
  rounds: [5, 5, 10],
  settle: 12,
  moveShare: 0.6,
  mostSearch: Infinity,
  patience: 40,
  finishRound: 8,
  correctRest: true,
  mayEndTwice: true,
  movesAtOnce: 6,
  finalists: 3,
};

/**
 * A tournament of starts: all run a few iterations, the better half some more, and so on, because an early error says
 * only roughly which start will be best. The best state of all is in `session.best`.
 * @returns the states of the last round, the best one first.
 */
async function runStarts(
  session: Session,
  starts: readonly Start[],
  plan: AutoPlan,
): Promise<readonly SavedBlend[]> {
  const { log, random, task, solver } = session;
  const { current } = searchStates(session);
  log.enter("Starts");
  let field: SavedBlend[] = [];
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
    field = byObjective(field).slice(0, Math.ceil(field.length / 2));
    for (const [place, entrant] of field.entries()) {
      if (!log.mayGoOn) return [];
      log.mark("restart");
      copyState(entrant, current);
      await advance(session, iterations);
      field[place] = saveState(current);
    }
  }
  return byObjective(field);
}

const byObjective = (field: readonly SavedBlend[]): SavedBlend[] =>
  field.toSorted((a, b) => a.objective - b.objective);

async function advance(session: Session, iterations: number): Promise<void> {
  const { solver, spare, task, parts } = session;
  const { current } = searchStates(session);
  const descent = { iterations, momentum: true, tolerance: 0, patience: Infinity, parts };
  await descend(solver, current, spare, descent, task, (state) => noteIteration(session, state));
}

/**
 * Moves bones in `session.best` until `last` iterations have passed or moves no longer help. The moves tried from one
 * state pair places and bones in diagonal order: the best place with the bone whose loss costs least, the second-best
 * place with that bone, the best place with the next bone …
 */
async function runMoves(session: Session, last: number, plan: AutoPlan): Promise<void> {
  const { log, random, task, best, spare, solver, parts } = session;
  const { other } = searchStates(session);
  const options = { ...MOVE_DEFAULTS, parts };
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
    const kept = await tryMove(solver, best, other, spare, moves.shift()!, options, task, after);
    failures = kept ? 0 : failures + 1;
    if (!kept) continue;
    losses = null;
    moves = [];
  }
}

/** A finalist begins only if there are at least so many iterations for its moves. */
const FEWEST_MOVES = 40;

/**
 * Moves bones without weights to the worst patches, one after the other. Nothing uses these bones, so no error rises.
 */
async function reviveIdle({ solver, best, log, task }: Session): Promise<void> {
  const used = new Set(best.ids);
  for (let j = 0; j < solver.options.bones && log.mayGoOn; j++) {
    if (used.has(j) || solver.options.lockedBones?.[j] || solver.eRms(best.error) < NOISE) continue;
    log.mark("reinitialised");
    await replaceBone(solver, best, j, worstPatch(solver, best.errors), task);
    await solver.weights.run(best, task);
  }
}

/** Bones by the cost of losing them, the least first. Locked bones have an infinite loss and are left out. */
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
 * Solves from nothing: runs several starts, iterates on the best one, moves its bones to where the error is, and
 * descends with momentum for the rest of the budget. With a scout, bones are found on its sample of the vertices.
 * @param beforeEnd is called after the search, before rest pose and patches are corrected.
 */
export async function solveAuto(
  session: Session,
  starts: readonly Start[],
  plan: AutoPlan,
  stop: StoppingRule,
  beforeEnd: () => void = () => {},
): Promise<void> {
  const { scout } = session;
  await searchAuto(scout?.session ?? session, starts, plan, plan.finalists);
  if (scout) await takeFound(session, scout);
  beforeEnd();
  await endAuto(session, plan, stop);
}

/**
 * Runs the search alone. `session.best` has its best bones, without a corrected rest pose or connected patches.
 * @param finalists how many states of the tournament may move their bones, one after the other.
 */
export async function searchAuto(
  session: Session,
  starts: readonly Start[],
  plan: AutoPlan,
  finalists = 1,
): Promise<void> {
  const last = lastMoveOf(session, plan);
  const field = await runStarts(session, starts, plan);
  await settleAndMove(session, plan, last);
  for (const other of field.slice(1, finalists)) {
    if (!session.log.mayGoOn || last - session.log.iterations < FEWEST_MOVES) break;
    await tryFinalist(session, plan, last, other);
  }
}

/** Continues from `session.best`. */
export async function refineAuto(session: Session, plan: AutoPlan, stop: StoppingRule): Promise<void> {
  await settleAndMove(session, plan, lastMoveOf(session, plan));
  await endAuto(session, plan, stop);
}

/** Corrects rest pose and patches of `session.best`, and descends. */
export async function endAuto(
  session: Session,
  { finishRound: round, correctRest, mayEndTwice }: AutoPlan,
  stop: StoppingRule,
): Promise<void> {
  if (session.solver !== session.finisher) {
    session.solver = session.finisher;
    await session.solver.weights.run(session.best, session.task);
  }
  await finishBounded(session, { round, correctRest, mayEndTwice }, stop);
  session.log.leave();
}

/** The iteration after which no more moves begin. */
const lastMoveOf = ({ log }: Session, plan: AutoPlan): number =>
  log.iterations + Math.min(plan.mostSearch, plan.moveShare * log.iterationsLeft);

/** Settles another state of the tournament and moves its bones. It is the best state afterwards if it gets better. */
async function tryFinalist(session: Session, plan: AutoPlan, last: number, other: SavedBlend): Promise<void> {
  const first = keepBest(session);
  const { kept } = session;
  if (!kept || first.state.objective < kept.state.objective) session.kept = first;
  session.log.mark("restart");
  copyState(other, session.best);
  await settleAndMove(session, plan, last);
  session.kept = kept;
  if (first.state.objective <= session.best.objective) takeBack(session, first);
}

async function settleAndMove(session: Session, plan: AutoPlan, lastMove: number): Promise<void> {
  const { log, task, best, spare, solver } = session;
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
