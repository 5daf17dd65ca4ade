import type { SolveIntent, SolveSettings } from "../../model/solve/solve-settings";
import { type BlendSize, BlendSolver } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import { hasRegions } from "../phases/regions/regions";
import { scoutParts } from "../phases/weights-options";
import { nearestMember } from "../problem/nearest-member";
import { mostSearched, partBytes, type Sample, sampleOf, searchStep } from "../problem/sample";
import { searchInfluences } from "./plan";
import { newStates, type Scout, SEARCH_STATES, type Session, takeBack } from "./session";
import type { SolveContext } from "./solve-context";

/**
 * Whether a solve from nothing searches on a sample: `auto` does on large meshes, with a budget of its own. It does not
 * where vertices depend on others that the sample may lack, which is with smoothness and regions. If it does with some
 * bones, it also does with fewer.
 */
export function searchesOnSample(
  { settings, intent }: { settings: SolveSettings; intent?: SolveIntent | undefined },
  vertexCount: number,
  bones: number,
): boolean {
  const { method, smoothness, iterations, seconds } = settings;
  const isPlain = smoothness === 0 && !hasRegions(intent);
  const isFree = iterations === null && seconds === null;
  return method === "auto" && isFree && isPlain && searchStep(vertexCount, bones) > 1;
}

/** A scout for a session on all vertices. */
export function scoutFor(context: SolveContext, whole: Session): Scout {
  const { parallel, problem, starts, random } = context;
  const { bones, kind } = whole.finisher.options;
  const step = searchStep(problem.vertexCount, bones);
  const sample = sampleOf(parallel, problem, starts.nearest, step, random);
  const nearest = nearestMember(problem.triangles, problem.vertexCount, sample.members, step);
  const session: Session = { ...whole, ...sampled(whole, sample), starts: { ...starts, sample } };
  session.show = () => {
    const { best, solver } = session;
    const blend = () => {
      const ids = new Int32Array(nearest.length * solver.options.slots);
      const values = new Float64Array(ids.length);
      spread(session, nearest, { ids, values });
      return { kind, motion: solver.motionOf(best), ids, values };
    };
    context.show(blend, solver.eRms(best.error), null);
  };
  return { session, nearest };
}

/** What differs in a session on a sample: it has a solver and states of its own, and no patches. */
function sampled({ finisher }: Session, { problem, nearest }: Sample) {
  const { bones, kind } = finisher.options;
  const limit = searchInfluences(finisher.options.limit);
  const search = limit < bones ? "swap" : "all";
  const options = { bones, kind, limit, search, rule: "single", nearest } as const;
  const solver = new BlendSolver(finisher.parallel, problem, options);
  return {
    solver,
    finisher: solver,
    ...newStates(solver, true),
    patches: null,
    patchCost: null,
    kept: null,
    latest: null,
    parts: scoutParts(problem.vertexCount, kind),
  };
}

/** The most arena bytes that a scout needs. With fewer bones it may need more, because it may skip more vertices. */
export function scoutBytes(size: BlendSize, threads: number): number {
  const { vertices, rank } = size;
  const searched = mostSearched(vertices, size.bones);
  if (searched === 0) return 0;
  const limit = searchInfluences(size.limit);
  const solver = BlendSolver.bytes(
    { ...size, vertices: searched, limit, slots: limit },
    threads,
    SEARCH_STATES,
  );
  return partBytes(searched, rank) + solver;
}

/**
 * Ends a search: its best bones become those of the session on all vertices, which finds weights for them. They begin
 * with those of the nearest vertex that was searched.
 */
export async function takeFound(whole: Session, { session, nearest }: Scout): Promise<void> {
  const { best, finisher, task } = whole;
  best.bones.set(session.best.bones);
  spread(session, nearest, best);
  whole.solver = finisher;
  await finisher.weights.run(best, task);
}

/** After a search was cut short: takes the best that it found. Returns whether it found anything. */
export async function takeUnfinished(whole: Session): Promise<boolean> {
  const { scout } = whole;
  if (!scout?.session.latest) return false;
  takeBack(scout.session, scout.session.latest);
  await takeFound(whole, scout);
  return true;
}

/** Gives each vertex the weights of its nearest vertex in the sample. */
function spread(
  { best, solver }: Session,
  nearest: Int32Array,
  to: Pick<BlendState, "ids" | "values">,
): void {
  const slots = to.ids.length / nearest.length;
  const own = solver.options.slots;
  to.ids.fill(-1);
  to.values.fill(0);
  nearest.forEach((n, i) => {
    for (let e = 0; e < own; e++) {
      to.ids[i * slots + e] = best.ids[n * own + e];
      to.values[i * slots + e] = best.values[n * own + e];
    }
  });
}
