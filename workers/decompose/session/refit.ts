import type { Blend } from "../methods/method";
import { descend, type StoppingRule } from "../phases/descent";
import { largestInfluences } from "./fewer-influences";
import { noteIteration, type Session } from "./session";

/**
 * Copies weights and bones from elsewhere into `session.best` and continues by descent. Weights are adapted to the
 * session's solver: at most its number of influences, the largest ones, and its regions.
 */
export async function refitSession(
  session: Session,
  from: Pick<Blend, "motion" | "ids" | "values">,
  stop: StoppingRule,
): Promise<void> {
  const { solver, best, spare, log, task } = session;
  await adopt(session, from);
  const descent = { iterations: log.iterationsLeft, momentum: true, ...stop };
  if (log.mayGoOn) await descend(solver, best, spare, descent, task, () => noteIteration(session, best));
}

/** Copies weights and bones from elsewhere into `session.best`, and finds the weights again. */
export async function adopt(session: Session, from: Pick<Blend, "motion" | "ids" | "values">): Promise<void> {
  const { solver, best, log, task } = session;
  const { limit, slots } = solver.options;
  await solver.setMotion(best, from.motion, task);
  const vertices = best.errors.length;
  const few = largestInfluences(from, vertices, limit);
  const width = few.ids.length / vertices;
  best.ids.fill(-1);
  best.values.fill(0);
  for (let i = 0; i < vertices; i++) {
    best.ids.set(few.ids.subarray(i * width, (i + 1) * width), i * slots);
    best.values.set(few.values.subarray(i * width, (i + 1) * width), i * slots);
  }
  log.mark("restart");
  await solver.weights.run(best, task);
}
