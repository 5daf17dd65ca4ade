import type { SolveSettings } from "../../../model/solve/solve-settings";
import { refitSession } from "../../session/refit";
import { type Keepsake, keepBest, type Session } from "../../session/session";
import type { SolveContext } from "../../session/solve-context";
import { METHOD_TABLE } from "../method-table";
import type { AutoPlan } from "./auto";
import { finish } from "./finish";

/** Iterations with all influences from the flat, without corrections of the rest pose and again with them. */
const ITERATIONS = 15;

/** Whether `auto` also tries hyperspectral inverse skinning. */
export const takesDense = ({
  method,
  boneKind,
  influences,
  initialiser,
  iterations,
  seconds,
}: SolveSettings) =>
  method === "auto" &&
  boneKind === "affine" &&
  influences === 0 &&
  !initialiser &&
  iterations === null &&
  seconds === null;

/**
 * With affine bones and all influences, the flat of hyperspectral inverse skinning is often a better start for the
 * descent than bones found with few influences. Continues from the flat and keeps the result if it is better. Returns
 * null if there was no time to find the flat.
 */
export async function keepDense(
  context: SolveContext,
  session: Session,
  plan: AutoPlan,
): Promise<Keepsake | null> {
  const { settings, parallel, task, log } = context;
  const { finisher, best } = session;
  const mark = parallel.arena.mark();
  log.enter("Starts");
  const found = await METHOD_TABLE.his!.solve({
    ...context.methodContext(finisher.options.bones),
    start: (own) => own,
    note: () => !task.finishNow,
    look: () => !task.finishNow,
  });
  parallel.arena.release(mark);
  if (!found) return null;
  const { tolerance, patience } = settings;
  const search = session.solver;
  session.solver = finisher;
  log.allow(ITERATIONS);
  await refitSession(session, found, { tolerance, patience });
  log.allow(ITERATIONS);
  const { finishRound, correctRest } = plan;
  await finish(session, { round: finishRound, correctRest }, { tolerance, patience });
  session.solver = search;
  const kept = keepBest(session);
  context.restoreRest();
  finisher.weights.allowed = null;
  session.kept = kept;
  best.objective = Infinity;
  return kept;
}
