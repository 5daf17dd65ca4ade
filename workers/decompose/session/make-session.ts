import type { StartContext } from "../initialisers/start-context";
import { BlendSolver } from "../phases/blend-solver";
import { ConnectedPatches, maskSize } from "../phases/regions/connected-patches";
import { createRegions } from "../phases/regions/regions";
import type { Continuation } from "./continuation";
import { searchInfluences } from "./plan";
import { newStates, type Session } from "./session";
import type { SolveContext } from "./solve-context";

interface SessionOptions {
  /** The most influences of a vertex, at most those of the settings, which are the default. */
  limit?: number;
  /** Whether it will search for bones or alternate as SSDR does. Default true. */
  searches?: boolean;
}

/** Makes solvers and states in the arena for a solve with h bones, from nothing or from a rig. */
export function makeSession(
  context: SolveContext,
  h: number,
  from: Continuation | null,
  { limit = context.influencesOf(h), searches = true }: SessionOptions = {},
): Session {
  const { settings, random, task, log, starts } = context;
  const slots = Math.max(limit, from?.lockedInfluences ?? 0);
  const make = blendSolvers(context, { bones: h, limit, slots }, from);
  const finisher = make(limit);
  const few = searchInfluences(limit);
  const beginsWithFew = settings.method === "auto" && few < limit && !from;
  const solver = beginsWithFew ? make(few) : finisher;
  const session: Session = {
    solver,
    finisher,
    ...newStates(solver, searches),
    random,
    task,
    log,
    starts,
    kept: null,
    latest: null,
    noteFound: () => task.noteFound(),
    patches: patches(context, h),
    patchCost: settings.patchCost,
    connection: null,
    scout: null,
    parts: 1,
    show: () => {
      const { solver, best } = session;
      const { ids, values } = best;
      const blend = () => ({ kind: context.kind, motion: solver.motionOf(best), ids, values });
      context.show(blend, solver.eRms(best.error), from?.skeleton ?? null);
    },
  };
  return session;
}

/** The connected patches that influence is limited to, or null. */
function patches({ parallel, problem, settings, intent }: SolveContext, h: number): ConnectedPatches | null {
  const { connected, method } = settings;
  if (!connected || method !== "auto" || h === 1) return null;
  const mask = parallel.arena.u32(maskSize(problem.vertexCount, h));
  return new ConnectedPatches(problem, h, mask, [intent?.rigid ?? null, intent?.together ?? null]);
}

/** What solvers of one problem need. */
export type SolverContext = Pick<
  SolveContext,
  "parallel" | "problem" | "settings" | "intent" | "kind" | "smoothing"
> & { starts: Pick<StartContext, "nearest"> };

/** Makes solvers that share locks and regions, each with a limit of influences. They stay in the arena. */
export function blendSolvers(
  { parallel, problem, settings, intent, kind, smoothing, starts }: SolverContext,
  { bones, limit, slots }: { bones: number; limit: number; slots: number },
  from: Pick<Continuation, "lockedBones" | "lockedVertices"> | null,
): (most: number) => BlendSolver {
  const flags = (source: Uint8Array | null | undefined) => {
    if (!source) return null;
    const inArena = parallel.arena.u8(source.length);
    inArena.set(source);
    return inArena;
  };
  const [lockedBones, lockedVertices] = [flags(from?.lockedBones), flags(from?.lockedVertices)];
  const regions = createRegions(parallel, problem.vertexCount, intent, lockedVertices, { limit, slots });
  const sparse = settings.method === "ssdr" ? "twoPass" : "swap";
  return (most) =>
    new BlendSolver(parallel, problem, {
      bones,
      limit: most,
      slots,
      kind,
      search: most < bones ? sparse : "all",
      rule: "single",
      lockedBones,
      lockedVertices,
      smoothing,
      regions,
      nearest: starts.nearest,
    });
}
