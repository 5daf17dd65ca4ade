import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { SSDR_FIELDS, type SsdrParameters } from "../../../model/solve/method-parameters/ssdr";
import type { SolveSettings } from "../../../model/solve/solve-settings";
import type { Start } from "../../initialisers/start-context";
import type { BlendSolver } from "../../phases/blend-solver";
import { type BlendState, copyState } from "../../phases/blend-state";
import { descend, type StoppingRule } from "../../phases/descent";
import { beginFrom, noteIteration, type Session, searchStates } from "../../session/session";
import { replaceBone, worstPatch } from "./moves";

export interface SsdrPlan extends SsdrParameters {
  /** Seeded starts. The best after `startIterations` continues. */
  starts: number;
  startIterations: number;
}

/** Seeded starts, unless the settings say otherwise. */
export const SSDR_STARTS = 6;

/** The plan for some settings. */
export const ssdrPlan = ({ parameters }: SolveSettings, starts: number): SsdrPlan => ({
  ...defaultsOf<SsdrParameters>(SSDR_FIELDS),
  ...parameters.ssdr,
  starts,
  startIterations: 12,
});

/** A bone with less Σ w² than this is dying (Le & Deng 2012, ε). */
const DYING = 3;

/**
 * Smooth skinning decomposition with rigid bones (Le & Deng 2012): each round finds weights by constrained least
 * squares in two passes, then fits each bone in turn to the residual of the others. A dying bone moves to the 20
 * vertices around the worst one. This may raise the error, and the log marks it as an event.
 */
export async function solveSsdr(
  session: Session,
  starts: readonly Start[],
  plan: SsdrPlan,
  stop: StoppingRule,
): Promise<void> {
  const { log, random, task, solver } = session;
  const { current } = searchStates(session);
  for (let s = 0; s < plan.starts && (s === 0 || log.mayGoOn); s++) {
    log.enter("Starts");
    log.mark(s === 0 ? "start" : "restart");
    await beginFrom(
      session,
      current,
      await starts[s % starts.length](session.starts, solver.options.bones, random, task),
    );
    if (!noteIteration(session, current)) continue;
    const alone = plan.starts === 1;
    const iterations = Math.min(alone ? Infinity : plan.startIterations, log.iterationsLeft);
    await iterate(session, plan, iterations, stop);
  }
  if (plan.starts === 1) return;
  await refineSsdr(session, plan, stop);
}

/** Continues from `session.best`. */
export async function refineSsdr(session: Session, plan: SsdrPlan, stop: StoppingRule): Promise<void> {
  const { log, best } = session;
  log.enter("Refinement");
  copyState(best, searchStates(session).current);
  if (log.mayGoOn) await iterate(session, plan, log.iterationsLeft, stop);
  log.leave();
}

/** Plain alternation on the search's current state. Its best state is in `session.best`. */
async function iterate(
  session: Session,
  { reinitialisations, several, moveTo }: SsdrPlan,
  iterations: number,
  stop: StoppingRule,
): Promise<void> {
  const { log, task, spare, solver } = session;
  const { current } = searchStates(session);
  const step = { iterations: 1, momentum: false, tolerance: 0, patience: Infinity };
  let left = reinitialisations;
  let slow = 0;
  for (let it = 0; it < iterations && slow < stop.patience && log.mayGoOn; it++) {
    const last = current.objective;
    await descend(solver, current, spare, step, task, (state) => noteIteration(session, state));
    const dying = dyingBones(current, solver).slice(0, Math.min(left, several ? Infinity : 1));
    if (dying.length > 0) {
      left -= dying.length;
      log.mark("reinitialised");
      for (const bone of dying) {
        const vertex = moveTo === "patch" ? worstPatch(solver, current.errors) : largestOf(current.errors);
        await replaceBone(solver, current, bone, vertex, task);
        await solver.weights.run(current, task);
      }
      slow = 0;
    } else {
      slow = last - current.objective < stop.tolerance * current.objective ? slow + 1 : 0;
    }
  }
}

/** The bones with too little Σ w², the least first. */
function dyingBones(current: BlendState, solver: BlendSolver): number[] {
  const masses = new Float64Array(solver.options.bones);
  for (let e = 0; e < current.ids.length; e++) {
    if (current.ids[e] >= 0) masses[current.ids[e]] += current.values[e] ** 2;
  }
  const dying = [...masses.keys()].filter((j) => masses[j] < DYING && !solver.options.lockedBones?.[j]);
  return dying.sort((a, b) => masses[a] - masses[b] || a - b);
}

const largestOf = (errors: Float64Array): number =>
  errors.reduce((worst, error, i) => (error > errors[worst] ? i : worst), 0);
