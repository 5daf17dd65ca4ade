import type { Blend } from "./method";
import { descend } from "./phases/descent";
import { noteIteration, type Session } from "./session";

/**
 * Takes weights and bones found elsewhere into `session.best` and goes on from there by descent. Weights become what
 * the session's solver asks for: at most its number of influences, the largest ones, and what its regions want.
 */
export async function refitSession(
  session: Session,
  from: Pick<Blend, "motion" | "ids" | "values">,
  stop: { tolerance: number; patience: number },
): Promise<void> {
  const { solver, best, spare, log, task } = session;
  const { limit, slots } = solver.options;
  await solver.setMotion(best, from.motion, task);
  const vertices = best.errors.length;
  const had = from.ids.length / vertices;
  best.ids.fill(-1);
  best.values.fill(0);
  for (let i = 0; i < vertices; i++) {
    const row = Array.from({ length: had }, (_, s) => i * had + s).filter((e) => from.ids[e] >= 0);
    row.sort((a, b) => from.values[b] - from.values[a] || from.ids[a] - from.ids[b]);
    const kept = row.slice(0, limit).filter((e) => from.values[e] > 0);
    const sum = kept.reduce((total, e) => total + from.values[e], 0);
    kept.forEach((e, s) => {
      best.ids[i * slots + s] = from.ids[e];
      best.values[i * slots + s] = from.values[e] / sum;
    });
  }
  log.mark("restart");
  await solver.weights.run(best, task);
  const descent = { iterations: log.iterationsLeft, momentum: true, ...stop };
  if (log.mayGoOn) await descend(solver, best, spare, descent, task, () => noteIteration(session, best));
}
