import { descend, type StoppingRule } from "../../phases/descent";
import { searchParts } from "../../phases/weights-options";
import { keepBest, noteIteration, type Session, takeBack } from "../../session/session";
import { weighAgainst } from "./patch-cost";

/** How a solve ends. */
export interface FinishPlan {
  /** The most iterations between two corrections of rest pose and patches. */
  round: number;
  /** Correct the rest pose between rounds. */
  correctRest: boolean;
  /** Whether the solve may end twice, first without patches. */
  mayEndTwice?: boolean;
}

/** Rings that bones may grow beyond their patches, by the share of the iterations that remains. */
const RINGS: readonly [left: number, rings: number][] = [
  [0.5, 4],
  [0.2, 2],
  [0, 1],
];
/**
 * Affine bones correct the rest pose only once less than this share of the iterations or seconds remains, or once they
 * have settled. A flat rest pose leaves the side of each bone's normal open. Its correction gives it a thickness, so
 * that a change of sides costs something. Bones on the wrong side then stay there, at up to four times the error.
 */
const LATE_FOR_AFFINE = 0.65;
/** Rest pose and patches are corrected at least this often, even in a short end. */
const FEWEST_ROUNDS = 4;
/**
 * With fewer vertices for each bone, patches are so small that the last islands cost much. On horse-gallop with 400
 * bones they multiply the error by five, and eight iterations bring it down to 1.2 times what it was. So a share of the
 * iterations is held back until the islands are gone.
 */
const SMALL_PATCH = 100;
const HELD_SHARE = 0.15;
/** More of them gain nothing, and the iterations before miss them. */
const MOST_HELD = 8;
/** Iterations between two searches for islands in that share. */
const SETTLE_ROUND = 2;
/** The most rounds that remove islands at the end. Each finds fewer. */
const LAST_ROUNDS = 20;

/**
 * Descends from `session.best` until the budget ends or a round gains too little. Before each round it corrects the
 * rest pose. If influence has to be connected, it also removes islands, which may raise the error; the log marks this
 * as an event.
 * @returns the number of influences on islands that were removed.
 */
export async function finish(
  session: Session,
  { round, correctRest }: FinishPlan,
  stop: StoppingRule,
): Promise<number> {
  const { log, task, best, spare, solver, patches } = session;
  let removed = 0;
  let stage = patches ? 0 : RINGS.length - 1;
  const held = heldBack(session);
  const all = log.iterationsLeft - held;
  let mayCorrect = mayCorrectFrom(session, 1);
  const parts = searchParts(solver.problem.vertexCount);
  const iterations = Math.max(1, Math.min(round, Math.floor(all / FEWEST_ROUNDS)));
  const left = () => (log.iterationsLeft - held) / all;
  while (log.mayGoOn && left() > 0) {
    stage = Math.max(
      stage,
      RINGS.findIndex(([share]) => left() > share),
    );
    if (patches) removed += await takeIslands(session, RINGS[stage][1]);
    // The error is read after islands are removed, so their cost is not part of the round's gain.
    const before = best.objective;
    if (correctRest && mayCorrect) {
      log.mark("rest pose");
      await solver.weights.correctRest(best, task);
    }
    const most = Math.min(iterations, log.iterationsLeft - held);
    const descent = { iterations: most, momentum: true, parts, ...stop };
    await descend(solver, best, spare, descent, task, () => noteIteration(session, best));
    const isSettled = before - best.objective < iterations * stop.tolerance * best.objective;
    if (correctRest && !mayCorrect) {
      mayCorrect = isSettled || mayCorrectFrom(session, left());
      continue;
    }
    // A few islands at a time, so that bones and weights can make up for them. All at once would multiply the error.
    if (isSettled && ++stage === RINGS.length) break;
  }
  removed += await endConnected(session);
  return held > 0 ? removed + (await settleConnected(session, stop)) : removed;
}

/** Iterations for the time after the last islands are gone. */
const heldBack = ({ patches, solver, log }: Session): number =>
  patches && solver.problem.vertexCount < SMALL_PATCH * solver.options.bones
    ? Math.min(MOST_HELD, Math.ceil(HELD_SHARE * log.iterationsLeft))
    : 0;

/**
 * Lets bones and weights make up for the last islands in the iterations that remain. Ends with the best state that has
 * no islands. Returns the number of influences on new islands that were removed.
 */
async function settleConnected(session: Session, stop: StoppingRule): Promise<number> {
  const { log, task, best, spare, solver } = session;
  let removed = 0;
  let connected = keepBest(session);
  while (log.mayGoOn) {
    const descent = { iterations: SETTLE_ROUND, momentum: true, ...stop };
    await descend(solver, best, spare, descent, task, () => noteIteration(session, best));
    removed += await endConnected(session);
    const gain = connected.state.objective - best.objective;
    if (gain <= 0) continue;
    connected = keepBest(session);
    if (gain < SETTLE_ROUND * stop.tolerance * best.objective) break;
  }
  takeBack(session, connected);
  return removed;
}

/** Rings that bones may grow beyond their patches, until this share of the seconds remains. */
const STAGES: readonly [until: number, rings: number][] = [
  [0.6, 2],
  [0.4, 1],
  [0, 0],
];

/**
 * Iterations between two searches for islands in the last stage. The number is small, because removing many islands at
 * once costs most.
 */
const LAST_ROUND = 4;

/**
 * Ends a solve as `finish` does, within a time limit. Each number of rings gets its share of the remaining seconds, or
 * ends earlier when it gains too little. The last stage allows no rings, so bones and weights also make up for the last
 * islands. The best rig without islands is stored in `session.kept` if it beats the one there. The better of the two is
 * the result.
 */
export async function finishInTime(
  session: Session,
  { round, correctRest }: FinishPlan,
  stop: StoppingRule,
): Promise<void> {
  const { log, task, best, spare, solver, patches } = session;
  const all = log.secondsLeft;
  const searched = keepBest(session);
  for (const [until, rings] of patches ? STAGES : STAGES.slice(-1)) {
    const inStage = () => log.mayGoOn && log.secondsLeft > until * all;
    const iterations = patches && rings === 0 ? LAST_ROUND : round;
    while (inStage()) {
      if (rings > 0) await takeIslands(session, rings);
      else await keepConnected(session);
      const before = best.objective;
      if (correctRest && mayCorrectFrom(session, log.secondsLeft / all)) {
        log.mark("rest pose");
        await solver.weights.correctRest(best, task);
      }
      const after = () => noteIteration(session, best) && inStage();
      await descend(solver, best, spare, { iterations, momentum: true, ...stop }, task, after);
      if (!(before - best.objective > iterations * stop.tolerance * best.objective)) break;
    }
  }
  await keepConnected(session);
  takeBack(session, session.kept!);
  if (!patches) return;
  weighAgainst(session, session.kept!, searched);
  session.kept = keepBest(session);
}

/** Whether a solve may correct its rest pose when this share of its end remains. */
const mayCorrectFrom = ({ solver }: Session, left: number): boolean =>
  solver.options.kind === "rigid" || left < LATE_FOR_AFFINE;

async function keepConnected(session: Session): Promise<void> {
  await endConnected(session);
  if (session.best.objective < (session.kept?.state.objective ?? Infinity)) session.kept = keepBest(session);
}

/** Removes all islands, and returns their number. It ends because supports only shrink. */
export async function endConnected(session: Session): Promise<number> {
  if (!session.patches) return 0;
  let before = Infinity;
  let removed = 0;
  for (let n = 0; n < LAST_ROUNDS; n++) {
    const islands = await takeIslands(session, 0);
    removed += islands;
    if (islands === 0 || islands === before) break;
    before = islands;
  }
  return removed;
}

/**
 * Removes influence from islands and keeps bones within some rings of their patches. Returns the number of islands.
 */
async function takeIslands({ patches, solver, best, log, task }: Session, rings: number): Promise<number> {
  const islands = patches!.allow(best, rings);
  solver.weights.allowed = patches!.mask;
  if (islands === 0) return 0;
  log.mark("islands");
  await solver.weights.run(best, task, rings === 0 ? "fixed" : solver.options.search);
  return islands;
}
