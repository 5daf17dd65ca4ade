/**
 * The steps of a solution path: one bone more, or one fewer. A new bone goes where it would reduce the error most. The
 * bone whose loss costs least is removed. Sweeps of the solver then fit all bones again, and move bones that would do
 * more elsewhere. Each step begins next to a solution, so it needs a fraction of the sweeps of a solve.
 */

import type { SolveLocks } from "../../model/solve/solve-settings";
import { AUTO_DEFAULTS, type AutoPlan, refineAuto } from "../methods/auto/auto";
import { findInsertions } from "../methods/auto/insertions";
import { lossOfBones, replaceBone } from "../methods/ssdr/moves";
import { NOISE } from "../problem/noise";
import type { Continuation } from "../session/continuation";
import { makeSession } from "../session/make-session";
import { widened } from "../session/quick-rig";
import type { Session } from "../session/session";
import type { SolveContext } from "../session/solve-context";
import { newBone, type PathBone, type Rung, withoutBone, writeSlots } from "./rung";

/** Everything that the steps of a path share. */
export interface PathContext {
  context: SolveContext;
  root: Pick<Continuation, "lockedVertices" | "lockedInfluences" | "rig"> & {
    /** Null if nothing is locked. */
    locks: SolveLocks | null;
  };
  /** Whether the rig at the start of the path has islands of influence. Then they may stay. */
  mayIsland: boolean;
  /** 4V: the rest positions of vertices that keep them, and V flags of these vertices; null if all may move. */
  held: { rest: Float64Array; flags: Uint8Array } | null;
}

/** How a step is refined. */
export interface StepPlan {
  sweeps: number;
  /**
   * The rest pose that it begins with: the rung's own, which fits its bones, or the sequence's. Bones find better
   * places from the sequence's. From the rung's own, the error only falls.
   */
  rest: "own" | "source";
}

const PLAN: AutoPlan = { ...AUTO_DEFAULTS, settle: 6, moveShare: 0.7, patience: 12, mayEndTwice: false };
const STOP = { tolerance: 1e-4, patience: 3 };

/** The part of a continuation that a session with these bones needs. */
export function continuationOf(bones: readonly PathBone[], root: PathContext["root"]): Continuation {
  const locked = bones.map((bone) => Number(bone.locked));
  return {
    ...root,
    bones: bones.length,
    skeleton: bones.map(({ bone }) => bone),
    motion: new Float64Array(),
    origin: Int32Array.from(bones, ({ origin }) => origin),
    lockedBones: locked.includes(1) ? Uint8Array.from(locked) : null,
  };
}

/** Runs work in a session whose `best` has the bones and weights of a rung. Frees its arena memory. */
async function inSession<T>(
  path: PathContext,
  rung: Rung,
  rest: StepPlan["rest"],
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { context, root } = path;
  const { parallel, problem, task } = context;
  const mark = parallel.arena.mark();
  if (rest === "own") problem.rest.set(rung.rest);
  keepHeld(path, problem.rest);
  const session = makeSession(context, rung.bones.length, continuationOf(rung.bones, root));
  if (path.mayIsland) session.patches = null;
  await session.solver.setMotion(session.best, rung.motion, task);
  writeSlots(rung, session.best);
  const done = await work(session);
  context.restoreRest();
  parallel.arena.release(mark);
  return done;
}

/** Puts vertices that keep their rest positions back. */
export function keepHeld({ held }: PathContext, rest: Float64Array): void {
  held?.flags.forEach((flag, i) => {
    if (flag) rest.set(held.rest.subarray(4 * i, 4 * i + 4), 4 * i);
  });
}

/** Fits all bones again, moves bones to better places, and descends. */
async function settle(
  path: PathContext,
  session: Session,
  bones: readonly PathBone[],
  sweeps: number,
): Promise<Rung> {
  const { log, settings } = path.context;
  log.allow(sweeps);
  await refineAuto(session, { ...PLAN, correctRest: settings.correctRestPose }, STOP);
  const { solver, best } = session;
  const rest = solver.problem.rest.slice();
  keepHeld(path, rest);
  const { ids, values, objective } = best;
  return { bones, motion: solver.motionOf(best), ids: ids.slice(), values: values.slice(), rest, objective };
}

/** The same bones, refined. */
export const refined = (path: PathContext, from: Rung, { sweeps, rest }: StepPlan): Promise<Rung> =>
  inSession(path, from, rest, async (session) => {
    await session.solver.weights.run(session.best, session.task, "fixed");
    return settle(path, session, from.bones, sweeps);
  });

/** Whether the rig of a rung has islands of influence. */
export const hasIslands = (path: PathContext, from: Rung): Promise<boolean> =>
  inSession(path, from, "own", async ({ patches, best }) => (patches?.allow(best, 0) ?? 0) > 0);

/**
 * One bone more, at the place where it would reduce the error most. If connected patches raise the error above that of
 * the fewer bones, islands stay. Null if the bone would move nothing.
 */
export async function grown(
  path: PathContext,
  from: Rung,
  name: string,
  plan: StepPlan,
): Promise<Rung | null> {
  if (path.context.eRms(from.objective) < NOISE) return null;
  const connected = await insert(path, from, name, plan);
  const isWorse = connected && connected.objective > from.objective;
  return isWorse && !path.mayIsland ? insert({ ...path, mayIsland: true }, from, name, plan) : connected;
}

async function insert(
  path: PathContext,
  from: Rung,
  name: string,
  { rest, sweeps }: StepPlan,
): Promise<Rung | null> {
  const h = from.bones.length;
  const motion = widened({ bones: h, motion: from.motion }, h + 1);
  const colour = 1 + Math.max(...from.bones.map(({ bone }) => bone.colour ?? 0));
  const bones = [...from.bones, newBone(name, colour)];
  return inSession(path, { ...from, bones, motion }, rest, async (session) => {
    const { solver, best, task, random } = session;
    await solver.weights.run(best, task, "fixed");
    const [place] = await findInsertions(solver, best, random, task);
    if (!(place.gain > 0)) return null;
    await replaceBone(solver, best, h, place.vertex, task);
    await solver.weights.run(best, task);
    return settle(path, session, bones, sweeps);
  });
}

/** One bone fewer: without the one whose loss costs least. Null if every bone has to stay. */
export async function shrunk(
  path: PathContext,
  from: Rung,
  { rest, sweeps }: StepPlan,
): Promise<{ rung: Rung; gone: number } | null> {
  if (from.bones.length < 2) return null;
  const gone = await inSession(path, from, "own", async ({ solver, best, task }) => {
    await solver.weights.run(best, task, "fixed");
    const losses = await lossOfBones(solver, best, task);
    let least = -1;
    from.bones.forEach(({ needed }, j) => {
      if (!needed && (least < 0 || losses[j] < losses[least])) least = j;
    });
    return least;
  });
  if (gone < 0) return null;
  const fewer = withoutBone(from, gone);
  const rung = await inSession(path, fewer, rest, async (session) => {
    await session.solver.weights.run(session.best, session.task);
    return settle(path, session, fewer.bones, sweeps);
  });
  return { rung, gone };
}
