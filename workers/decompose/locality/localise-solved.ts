import type { Locality } from "../../model/solve/locality";
import { keepLockedMotion, solvedBy } from "../methods/by-turns";
import { eRmsOfShare } from "../problem/error-target";
import type { Solved } from "../result/solved";
import type { Continuation } from "../session/continuation";
import { makeSession } from "../session/make-session";
import type { SolveContext } from "../session/solve-context";
import { LOCAL_ITERATIONS, localise } from "./localise";

/** With an error target, the error may rise to this share of it. */
const TO_TARGET = 0.999;

/**
 * Makes the weights of a solution local. Locked parts and the regions of the artist's intent do not change. Returns
 * null if time ran out.
 */
export async function localiseSolved(
  context: SolveContext,
  from: Solved,
  continuation: Continuation | null,
  locality: Locality,
): Promise<Solved | null> {
  const { settings, intent, log, task, parallel } = context;
  if (from.bones === 1) return from;
  const session = makeSession(context, from.bones, continuation, { searches: false });
  session.solver = session.finisher;
  log.allow(LOCAL_ITERATIONS);
  const work = async () => {
    const { solver, best } = session;
    await solver.setMotion(best, from.motion, task);
    best.ids.set(from.ids);
    best.values.set(from.values);
    context.setRest(from.rest);
    await solver.weights.run(best, task, "fixed");
    const held = [continuation?.lockedVertices, intent?.rigid, intent?.together];
    const goal =
      settings.errorTarget === null ? {} : { mostERms: TO_TARGET * eRmsOfShare(settings.errorTarget) };
    const { correctRestPose: correctRest } = settings;
    return localise(session, { ...locality, ...goal, correctRest, held }, task);
  };
  const report = await task.attempt(parallel.arena, 1, work);
  if (!report) return null;
  const solved = { ...solvedBy(context, session), reason: from.reason, cutShort: from.cutShort };
  if (continuation) keepLockedMotion(solved.motion, continuation);
  return {
    ...solved,
    locality: report,
    ...(from.connection && { connection: from.connection }),
    ...(from.figures && { figures: from.figures }),
  };
}
