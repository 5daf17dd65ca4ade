import { chosenStart } from "../initialisers/initialisers";
import { startKmeans } from "../initialisers/start-kmeans";
import { restOf } from "../path/rung";
import type { StoppingRule } from "../phases/descent";
import { NOISE } from "../problem/noise";
import type { Effort, Solved } from "../result/solved";
import { type Continuation, startBeside, writeContinuation, writeRigWeights } from "../session/continuation";
import { makeSession } from "../session/make-session";
import { scoutFor, searchesOnSample, takeUnfinished } from "../session/scout";
import { keepBest, keepLatest, type Session, searchStates, takeBack } from "../session/session";
import type { SolveContext } from "../session/solve-context";
import { AUTO_DEFAULTS, type AutoPlan, refineAuto, solveAuto } from "./auto/auto";
import { besideLocks, named } from "./auto/beside-locks";
import { keepDense, takesDense } from "./auto/dense-flat";
import { endConnected } from "./auto/finish";
import { costOf, weighAgainst } from "./auto/patch-cost";
import { beatsRig, tryRival } from "./auto/rival";
import { solveInRounds } from "./auto/rounds";
import { solveInTime } from "./auto/rounds-in-time";
import { invited, ownStart } from "./auto/tournament-starts";
import { refineSsdr, solveSsdr, ssdrPlan } from "./ssdr/ssdr";

/** A solve must find something within this share of its time. The rest then goes to improving the quick rig. */
export const UNTIL_FOUND = 0.7;

/**
 * Solves by one of the methods that take weights and bones in turn, from nothing or from a rig. Returns null if time
 * ran out before anything was found.
 */
export async function solveByTurns(
  context: SolveContext,
  h: number,
  effort: Effort,
  from: Continuation | null,
): Promise<Solved | null> {
  const { problem } = context;
  const scouts = from === null && searchesOnSample(context, problem.vertexCount, h);
  const session = makeSession(context, h, from, { searches: !scouts });
  const { task, parallel, log } = context;
  log.allow(effort.iterations, effort.goal);
  if (session.patches) log.keepBack(1);
  const anew = from && besideLocks(context, from);
  if (anew) log.part(0, SHARE_OF_FIRST);
  if (from) takeRest(context, from);
  if (from?.anew) writeLocked(session, from);
  else if (from) await resume(context, session, from);
  const work = () => takeTurns(context, session, effort, from);
  const done = await task.attempt(parallel.arena, 1, work, from ? 1 : UNTIL_FOUND);
  if (done === null && !(await recover(session))) return null;
  const first = solvedBy(context, session);
  const solved = (anew && done && (await solvedAgain(context, session, effort, anew, first))) || first;
  if (from) keepLockedMotion(solved.motion, from);
  return solved;
}

/** Bones stay as they are unless others have this much less error. */
const LEAST_GAIN_BESIDE = 0.02;

/**
 * Solves once more with only the locks of a continuation, and returns the rig if it is better. A solve that goes on
 * from a rig stays near its first bones, and some ended with three times the error that the locks allow.
 */
async function solvedAgain(
  context: SolveContext,
  session: Session,
  effort: Effort,
  from: Continuation,
  first: Solved,
): Promise<Solved | null> {
  const { task, parallel, log } = context;
  if (task.isKept || first.eRms < NOISE) return null;
  const had = keepBest(session);
  context.restoreRest();
  takeRest(context, from);
  session.connection = null;
  session.solver = session.finisher;
  session.finisher.weights.allowed = null;
  session.best.objective = Infinity;
  writeLocked(session, from);
  log.part(SHARE_OF_FIRST, 1);
  const done = await task.attempt(parallel.arena, 1, () => takeTurns(context, session, effort, from), 1);
  const now = keepBest(session);
  const isMuch = costOf(had.state.objective, now.state.objective) > LEAST_GAIN_BESIDE;
  if (!done || !isMuch || !beatsRig(session, now, had)) {
    takeBack(session, had);
    return null;
  }
  return named(context, solvedBy(context, session), first, from);
}

/** Solves, or continues from the existing rig. */
async function takeTurns(
  context: SolveContext,
  session: Session,
  effort: Effort,
  from: Continuation | null,
): Promise<true> {
  const { tolerance, patience, method, initialiser } = context.settings;
  const stop = { tolerance, patience };
  if (from && !from.anew) await goOn(context, session, stop, effort);
  else if (method === "ssdr") {
    const start = startBeside(context.begin(chosenStart(initialiser, startKmeans)), from);
    await solveSsdr(session, [start], ssdrPlan(context.settings, effort.starts), stop);
  } else await fromNothing(context, session, effort, stop, from);
  return true;
}

/**
 * After work was cut short, makes the best kept state the session's best, and connects its influence if needed. Returns
 * false if nothing was found yet.
 */
export async function recover(session: Session): Promise<boolean> {
  if (!session.latest && (await takeUnfinished(session))) keepLatest(session);
  const { kept, latest } = session;
  const isNew = latest && (!kept || latest.state.objective < kept.state.objective);
  const found = isNew ? latest : kept;
  if (!found) return false;
  takeBack(session, found);
  session.kept = null;
  session.solver = session.finisher;
  if (isNew) {
    const free = keepBest(session);
    await endConnected(session);
    weighAgainst(session, keepBest(session), free);
  }
  // Removing the islands raised the error of the current attempt. A whole round has already paid that price at its end.
  if (isNew && kept && kept.state.objective < session.best.objective) takeBack(session, kept);
  return true;
}

/** The best state of a session, outside the arena. */
export function solvedBy(context: SolveContext, { best, solver, connection }: Session): Solved {
  return {
    bones: solver.options.bones,
    kind: context.kind,
    motion: solver.motionOf(best),
    ids: best.ids.slice(),
    values: best.values.slice(),
    eRms: solver.eRms(best.error),
    rest: context.restNow(),
    reason: null,
    cutShort: context.log.takeRemarks(),
    ...(connection && { connection }),
  };
}

/** Share of the progress of a solve before its rival begins. */
const SHARE_OF_FIRST = 0.6;

/** The most iterations of a search without a budget from the artist. More of them gain little. */
const MOST_SEARCH = 720;

const planOf = ({ settings }: SolveContext): AutoPlan => ({
  ...AUTO_DEFAULTS,
  correctRest: settings.correctRestPose,
  ...(settings.iterations === null && settings.seconds === null && { mostSearch: MOST_SEARCH }),
});

/** Solves by `auto`, in rounds if the artist gave the budget. */
async function fromNothing(
  context: SolveContext,
  session: Session,
  effort: Effort,
  stop: StoppingRule,
  locked: Continuation | null,
): Promise<void> {
  const { settings, log, intent } = context;
  const plan = planOf(context);
  const start = (s: number) =>
    startBeside(context.begin(chosenStart(settings.initialiser, ownStart(s))), locked);
  if (effort.rounds) {
    const rounds = { starts: effort.rounds, start };
    if (settings.seconds === null) return solveInRounds(session, rounds, plan, stop);
    if (settings.iterations === null) log.allow(Infinity, effort.goal);
    await solveInTime(session, rounds, plan, stop, effort.iterations);
    // A solve that converged early has time for another one, which takes less.
    if (log.secondsLeft > log.seconds) await withRival(context, session, effort, plan, stop, locked);
    return;
  }
  const starts = Array.from({ length: effort.starts }, (_, s) => start(s));
  session.scout = session.search ? null : scoutFor(context, session);
  const guests = session.scout || locked ? [] : invited(settings, starts.length);
  starts.push(...guests.map((guest) => context.begin(guest)));
  const { begun, rival } = effort;
  if (begun) starts.push(async () => begun);
  const kept = takesDense(settings) && !intent && !locked ? await keepDense(context, session, plan) : null;
  if (rival) log.part(0, SHARE_OF_FIRST);
  log.allow(effort.iterations, effort.goal);
  await solveAuto(session, starts, { ...plan, starts: starts.length }, stop);
  if (kept && kept.state.objective < session.best.objective) takeBack(session, kept);
  session.kept = null;
  await withRival(context, session, effort, plan, stop, locked);
}

/** Solves a second time where there is work for it and the first rig is not good enough. */
async function withRival(
  context: SolveContext,
  session: Session,
  { rival, goal = 0 }: Effort,
  plan: AutoPlan,
  stop: StoppingRule,
  locked: Continuation | null,
): Promise<void> {
  const { solver, best, log } = session;
  if (!rival || context.task.isKept || solver.eRms(best.error) <= Math.max(NOISE, goal)) return;
  log.part(SHARE_OF_FIRST, 1);
  await tryRival(context, session, rival, plan, stop, locked);
}

/** Locked vertices keep their weights through all starts. */
function writeLocked(session: Session, from: Continuation): void {
  const { slots, limit } = session.solver.options;
  writeRigWeights(searchStates(session).current, from, slots, limit);
}

/**
 * Locked vertices keep the rest positions of the rig, so bones fit them there. So do all others if the solve goes on
 * from the rig and corrects rest poses: without that, its error would begin far above the rig's own.
 */
function takeRest(
  { problem, settings, intent }: SolveContext,
  { lockedVertices, rig, anew }: Continuation,
): void {
  const takesAll = settings.correctRestPose && !anew;
  if ((!takesAll && !lockedVertices) || rig.rest.length !== 3 * problem.vertexCount) return;
  const own = restOf(rig, problem);
  for (let i = 0; i < problem.vertexCount; i++) {
    const isTaken = lockedVertices?.[i] || (takesAll && !intent?.rigid?.[i]);
    if (isTaken) problem.rest.set(own.subarray(4 * i, 4 * i + 4), 4 * i);
  }
}

/** Starts with the existing rig. */
async function resume({ log, task }: SolveContext, session: Session, from: Continuation): Promise<void> {
  log.enter("Starts");
  log.mark("start");
  await writeContinuation(session.solver, session.best, from, task);
  const { solver, best } = session;
  log.iteration(solver.eRms(best.error), solver.eRms(best.objective));
  keepLatest(session);
  session.show();
}

async function goOn(
  context: SolveContext,
  session: Session,
  stop: StoppingRule,
  effort: Effort,
): Promise<void> {
  if (context.settings.method === "ssdr")
    await refineSsdr(session, ssdrPlan(context.settings, effort.starts), stop);
  else await refineAuto(session, planOf(context), stop);
}

/** Locked bones keep their motion bit for bit, even where the trajectory basis cannot represent it. */
export function keepLockedMotion(motion: Float64Array, from: Continuation): void {
  const { lockedBones, bones } = from;
  if (!lockedBones) return;
  for (let at = 0; at < motion.length; at += 12) {
    if (lockedBones[(at / 12) % bones]) motion.set(from.motion.subarray(at, at + 12), at);
  }
}
