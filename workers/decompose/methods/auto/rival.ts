import { createRandom } from "../../../math/random";
import { startKmeans } from "../../initialisers/start-kmeans";
import { BlendSolver } from "../../phases/blend-solver";
import type { StoppingRule } from "../../phases/descent";
import type { Rival } from "../../result/solved";
import { type Continuation, startBeside } from "../../session/continuation";
import { type Keepsake, keepBest, type Session, takeBack } from "../../session/session";
import type { SolveContext } from "../../session/solve-context";
import { SSDR_STARTS, solveSsdr, ssdrPlan } from "../ssdr/ssdr";
import { type AutoPlan, endAuto } from "./auto";
import { costOf } from "./patch-cost";

/**
 * Solves a second time, from the rig that SSDR finds with the same seed, and keeps the better rig. SSDR searches with
 * all influences and without momentum, so it finds other minima. Without this, `auto` ended up to 6 % above SSDR on
 * some small sequences.
 */
export async function tryRival(
  context: SolveContext,
  session: Session,
  { search, end }: Rival,
  plan: AutoPlan,
  stop: StoppingRule,
  locked: Continuation | null,
): Promise<void> {
  const { log, settings } = context;
  const { finisher, best, task } = session;
  const first = keepBest(session);
  context.restoreRest();
  session.connection = null;
  session.solver = finisher;
  session.kept = first;
  finisher.weights.allowed = null;
  best.objective = Infinity;
  log.allow(search);
  const start = startBeside(context.begin(startKmeans), locked);
  await solveSsdr(asSsdr(context, session), [start], ssdrPlan(settings, SSDR_STARTS), stop);
  log.allow(end);
  await finisher.weights.run(best, task);
  await endAuto(session, plan, stop);
  session.kept = null;
  if (!beatsRig(session, keepBest(session), first)) takeBack(session, first);
}

/** The session of an SSDR solve on the same states: its own search for supports, random numbers, and no patches. */
function asSsdr({ parallel, problem, settings }: SolveContext, session: Session): Session {
  const { options } = session.finisher;
  const isSparse = options.limit < options.bones;
  const solver = isSparse
    ? new BlendSolver(parallel, problem, { ...options, search: "twoPass" })
    : session.finisher;
  return { ...session, solver, finisher: solver, patches: null, random: createRandom(settings.seed) };
}

/** Whether one rig is better than another. A rig without islands may have more error, as much as the artist allows. */
export function beatsRig({ patchCost }: Session, rig: Keepsake, other: Keepsake): boolean {
  const [isWhole, otherIsWhole] = [rig, other].map(({ connection }) => connection?.connected ?? true);
  if (isWhole === otherIsWhole || patchCost === null) return rig.state.objective < other.state.objective;
  const [whole, islands] = isWhole ? [rig, other] : [other, rig];
  const mayCost = costOf(whole.state.objective, islands.state.objective) <= patchCost;
  return mayCost === isWhole;
}
