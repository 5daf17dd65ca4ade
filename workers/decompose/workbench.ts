import type { Parallel } from "../kernels/parallel";
import type { Random } from "../math/random";
import type { MeshSequence } from "../model/mesh-sequence";
import type { BoneKind, Rig } from "../model/rig";
import type { SolveSnapshot } from "../model/solve-report";
import type { SolveIntent, SolveSettings } from "../model/solve-settings";
import type { Task } from "../model/task";
import { AUTO_DEFAULTS, type AutoPlan, refineAuto, solveAuto } from "./auto/auto";
import { finish } from "./auto/finish";
import { solveInRounds } from "./auto/rounds";
import { type Probe, probeWith } from "./bone-count/probe";
import { type Continuation, writeContinuation } from "./continuation";
import type { Blend, Method, MethodContext, MethodResult } from "./method";
import { isAlwaysAffine, METHOD_TABLE } from "./method-table";
import { BlendSolver } from "./phases/blend-solver";
import { type BlendState, copyState, type SavedState, saveState } from "./phases/blend-state";
import { ConnectedPatches, maskSize } from "./phases/connected-patches";
import { createRegions } from "./phases/regions";
import { createSmoothing, type Smoothing } from "./phases/smoothing";
import { SEARCH_INFLUENCES } from "./plan";
import type { Problem } from "./problem/problem";
import { refitSession } from "./refit";
import { assembleRig, type PlannedBone } from "./rig-assembly";
import type { Session } from "./session";
import type { SolveLog } from "./solve-log";
import { refineSsdr, SSDR_DEFAULTS, solveSsdr } from "./ssdr/ssdr";
import { type StartContext, startContext } from "./starts/clusters";
import { chosenStart } from "./starts/initialisers";
import { startFarthest } from "./starts/start-farthest";
import { startFlat } from "./starts/start-flat";
import { startKmeans } from "./starts/start-kmeans";
import { startLbg } from "./starts/start-lbg";

/** Starts of `auto`, in the order in which they are tried; more than these are k-means++ from other seeds. */
const AUTO_STARTS = [startFarthest, startLbg, startFlat];

/** Iterations of all influences from the flat, before and with corrections of the rest pose. */
const DENSE_ITERATIONS = 15;

/** Whether `auto` looks at hyperspectral inverse skinning too. */
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

/** What a solve found, out of the arena. */
export interface Solved {
  bones: number;
  /** F·h·12, normalised coordinates. */
  motion: Float64Array;
  ids: Int32Array;
  values: Float64Array;
  eRms: number;
  /** The rest positions that it deforms, 3V in the sequence's coordinates. */
  rest: Float32Array;
  kind: BoneKind;
  /** Why a method that counts bones itself found fewer or more than wanted. */
  reason: string | null;
  /** Figures of the method itself. */
  figures?: Record<string, number>;
}

/** How much to try. */
export interface Effort {
  /** The most outer iterations of this solve. */
  iterations: number;
  starts: number;
  /** Where the artist gave the budget: in rounds, with so many starts in one of so many iterations (`auto` only). */
  rounds?: (iterations: number) => number;
  /** E_RMS at which it is good enough. */
  goal?: number;
}

/** Everything that solves of one problem share, with any number of bones. */
export class Workbench {
  readonly problem: Problem;
  private readonly sequence: MeshSequence;
  private readonly settings: SolveSettings;
  private readonly parallel: Parallel;
  private readonly random: Random;
  private readonly task: Task;
  private readonly log: SolveLog;
  private readonly partial: (rig: () => Rig, snapshot: SolveSnapshot) => void;
  private readonly context: StartContext;
  private readonly smoothing: Smoothing | null;
  private readonly originalRest: Float64Array;
  private readonly intent: SolveIntent | undefined;

  constructor(parts: {
    problem: Problem;
    sequence: MeshSequence;
    settings: SolveSettings;
    parallel: Parallel;
    random: Random;
    task: Task;
    log: SolveLog;
    partial: (rig: () => Rig, snapshot: SolveSnapshot) => void;
    intent?: SolveIntent;
  }) {
    this.intent = parts.intent;
    this.problem = parts.problem;
    this.sequence = parts.sequence;
    this.settings = parts.settings;
    this.parallel = parts.parallel;
    this.random = parts.random;
    this.task = parts.task;
    this.log = parts.log;
    this.partial = parts.partial;
    this.originalRest = parts.problem.rest.slice();
    this.context = startContext(parts.parallel, parts.problem);
    const { smoothness } = parts.settings;
    this.smoothing = smoothness > 0 ? createSmoothing(parts.parallel.arena, parts.problem, smoothness) : null;
  }

  /** E_RMS of what the trajectory basis leaves out. */
  get tailERms(): number {
    const { tail, vertexCount, frameCount } = this.problem;
    return 1000 * Math.sqrt(Math.max(tail, 0) / (3 * vertexCount * frameCount));
  }

  /** What the bones may do: a method that knows only affine ones is not asked for others. */
  private get kind(): BoneKind {
    return isAlwaysAffine(this.settings.method) ? "affine" : this.settings.boneKind;
  }

  private get plan(): AutoPlan {
    return { ...AUTO_DEFAULTS, correctRest: this.settings.correctRestPose };
  }

  /** Solves with h bones, from nothing or from a rig, and frees what it took. */
  async solve(h: number, effort: Effort, from: Continuation | null): Promise<Solved> {
    const method = METHOD_TABLE[this.settings.method];
    const { arena } = this.parallel;
    const mark = arena.mark();
    const solved =
      method && !from ? await this.runMethod(method, h, effort) : await this.descend(h, effort, from);
    this.problem.rest.set(this.originalRest);
    arena.release(mark);
    return solved;
  }

  /** A short solve with h bones that begins with those of another; nothing of it is recorded. */
  async probe(h: number, iterations: number, from: Probe | null): Promise<Probe> {
    const { arena } = this.parallel;
    const mark = arena.mark();
    const probe = await probeWith(this.session(h, null), iterations, from);
    arena.release(mark);
    return probe;
  }

  /** By a method of its own. */
  private async runMethod(method: Method, h: number, effort: Effort): Promise<Solved> {
    this.log.allow(effort.iterations, effort.goal);
    return this.solvedOf(await method.solve(this.methodContext(h)));
  }

  /** The fewest bones that reach an E_RMS, from a method that knows better than by whole solves; else null. */
  async fewest(most: number, wanted: number): Promise<Solved | null> {
    const method = METHOD_TABLE[this.settings.method];
    if (!method?.fewest) return null;
    const { arena } = this.parallel;
    const mark = arena.mark();
    this.log.allow(Infinity);
    const result = await method.fewest(this.methodContext(most), wanted);
    const solved = result && this.solvedOf(result);
    this.problem.rest.set(this.originalRest);
    arena.release(mark);
    return solved;
  }

  private solvedOf(result: MethodResult): Solved {
    this.log.leave();
    return { ...result, eRms: this.eRms(result.error), rest: this.restNow() };
  }

  private eRms(error: number): number {
    const { vertexCount, frameCount } = this.problem;
    return 1000 * Math.sqrt(Math.max(error, 0) / (3 * vertexCount * frameCount));
  }

  private methodContext(h: number): MethodContext {
    const { influences, initialiser } = this.settings;
    return {
      parallel: this.parallel,
      problem: this.problem,
      settings: this.settings,
      bones: h,
      influences: influences === 0 ? h : Math.min(influences, h),
      starts: this.context,
      start: (own) => chosenStart(initialiser, own),
      random: this.random,
      task: this.task,
      log: this.log,
      note: (blend) => {
        const now = this.eRms(blend.error);
        this.log.iteration(now, now);
        const rig = () => this.assemble(blend, null);
        this.partial(rig, { history: this.log.history, eRms: now, errorPerFrame: null });
        return this.log.mayGoOn;
      },
    };
  }

  /**
   * Weights and bones of a solution in turn, so many times, with everything that is asked of them: what a method that
   * knows nothing of regions or of what counts how much has found becomes what was wanted.
   */
  async refit(from: Solved, iterations: number): Promise<Solved> {
    const { arena } = this.parallel;
    const mark = arena.mark();
    const session = this.session(from.bones, null);
    session.solver = session.finisher;
    this.log.allow(iterations);
    await refitSession(session, from, this.settings);
    const solved = this.solvedBy(session, from.bones);
    this.problem.rest.set(this.originalRest);
    arena.release(mark);
    return { ...from, ...solved, reason: from.reason };
  }

  private solvedBy({ best, solver }: Session, bones: number): Solved {
    return {
      bones,
      kind: this.kind,
      motion: solver.motionOf(best),
      ids: best.ids.slice(),
      values: best.values.slice(),
      eRms: solver.eRms(best.error),
      rest: this.restNow(),
      reason: null,
    };
  }

  /** By one of the methods that take weights and bones in turn, from nothing or from a rig. */
  private async descend(h: number, effort: Effort, from: Continuation | null): Promise<Solved> {
    const session = this.session(h, from);
    this.log.allow(effort.iterations, effort.goal);
    const { tolerance, patience, method } = this.settings;
    const stop = { tolerance, patience };
    if (from) await this.goOn(session, from, stop, effort);
    else if (method === "ssdr") {
      const start = chosenStart(this.settings.initialiser, startKmeans);
      await solveSsdr(session, [start], { ...SSDR_DEFAULTS, starts: effort.starts }, stop);
    } else {
      const start = (s: number) => chosenStart(this.settings.initialiser, AUTO_STARTS[s] ?? startKmeans);
      if (effort.rounds) {
        if (this.settings.iterations === null) this.log.allow(Infinity, effort.goal);
        await solveInRounds(session, { starts: effort.rounds, start }, this.plan, stop);
        return this.solvedBy(session, h);
      }
      const starts = Array.from({ length: effort.starts }, (_, s) => start(s));
      const kept = takesDense(this.settings) && !this.intent ? await this.keepDense(session) : null;
      this.log.allow(effort.iterations, effort.goal);
      await solveAuto(session, starts, { ...this.plan, starts: effort.starts }, stop);
      if (kept && kept.state.objective < session.best.objective) {
        copyState(kept.state, session.best);
        this.problem.rest.set(kept.rest);
      }
      session.kept = null;
    }
    const solved = this.solvedBy(session, h);
    if (from) keepLockedMotion(solved.motion, from);
    return solved;
  }

  /**
   * With affine bones and all influences the flat of hyperspectral inverse skinning is often the better place to
   * descend from than bones that were found with few influences: goes on from it, and keeps what that gives.
   */
  private async keepDense(session: Session): Promise<{ state: SavedState; rest: Float64Array }> {
    const { finisher, best } = session;
    const { arena } = this.parallel;
    const mark = arena.mark();
    this.log.enter("Starts");
    const found = await METHOD_TABLE.his!.solve({
      parallel: this.parallel,
      problem: this.problem,
      settings: this.settings,
      bones: finisher.options.bones,
      influences: finisher.options.limit,
      starts: this.context,
      start: (own) => own,
      random: this.random,
      task: this.task,
      log: this.log,
      note: () => !this.task.finishNow,
    });
    arena.release(mark);
    const { tolerance, patience } = this.settings;
    const search = session.solver;
    session.solver = finisher;
    this.log.allow(DENSE_ITERATIONS);
    await refitSession(session, found, { tolerance, patience });
    this.log.allow(DENSE_ITERATIONS);
    await finish(
      session,
      { round: this.plan.finishRound, correctRest: this.plan.correctRest },
      {
        tolerance,
        patience,
      },
    );
    session.solver = search;
    const kept = { state: saveState(best), rest: this.problem.rest.slice() };
    this.problem.rest.set(this.originalRest);
    finisher.weights.allowed = null;
    session.kept = kept.state;
    best.objective = Infinity;
    return kept;
  }

  /** The problem's rest positions: the sequence's own, to the bit, where nothing was corrected. */
  private restNow(): Float32Array {
    const { rest, centre, scale } = this.problem;
    return this.sequence.rest.map((x, at) => {
      const from = 4 * Math.floor(at / 3) + (at % 3);
      return rest[from] === this.originalRest[from] ? x : rest[from] / scale + centre[at % 3];
    });
  }

  private async goOn(
    session: Session,
    from: Continuation,
    stop: { tolerance: number; patience: number },
    effort: Effort,
  ): Promise<void> {
    this.log.enter("Starts");
    this.log.mark("start");
    await writeContinuation(session.solver, session.best, from, this.task);
    const { solver, best } = session;
    this.log.iteration(solver.eRms(best.error), solver.eRms(best.objective));
    session.show();
    if (this.settings.method === "ssdr")
      await refineSsdr(session, { ...SSDR_DEFAULTS, starts: effort.starts }, stop);
    else await refineAuto(session, this.plan, stop);
  }

  private session(h: number, from: Continuation | null): Session {
    const { arena } = this.parallel;
    const { influences, method } = this.settings;
    const limit = influences === 0 ? h : Math.min(influences, h);
    const flags = (source: Uint8Array | null | undefined) => {
      if (!source) return null;
      const inArena = arena.u8(source.length);
      inArena.set(source);
      return inArena;
    };
    const slots = Math.max(limit, from?.lockedInfluences ?? 0);
    const [lockedBones, lockedVertices] = [flags(from?.lockedBones), flags(from?.lockedVertices)];
    const { vertexCount } = this.problem;
    const regions = createRegions(this.parallel, vertexCount, this.intent, lockedVertices, { limit, slots });
    const sparse = method === "ssdr" ? "twoPass" : "swap";
    const make = (most: number) =>
      new BlendSolver(this.parallel, this.problem, {
        bones: h,
        limit: most,
        slots,
        kind: this.kind,
        search: most < h ? sparse : "all",
        rule: "single",
        candidates: 4,
        rounds: 2,
        lockedBones,
        lockedVertices,
        smoothing: this.smoothing,
        regions,
        nearest: this.context.nearest,
      });
    const finisher = make(limit);
    const solver =
      method === "auto" && limit > SEARCH_INFLUENCES && !from ? make(SEARCH_INFLUENCES) : finisher;
    const [best, current, other, spare] = [0, 1, 2, 3].map(() => solver.createState());
    const session: Session = {
      solver,
      finisher,
      best,
      current,
      other,
      spare,
      random: this.random,
      task: this.task,
      log: this.log,
      starts: this.context,
      kept: null,
      patches: this.patches(h),
      show: () => this.show(session, from?.skeleton ?? null),
    };
    return session;
  }

  private patches(h: number): ConnectedPatches | null {
    const { connected, method } = this.settings;
    if (!connected || method !== "auto" || h === 1) return null;
    const mask = this.parallel.arena.u32(maskSize(this.problem.vertexCount, h));
    return new ConnectedPatches(this.problem, h, mask, [
      this.intent?.rigid ?? null,
      this.intent?.together ?? null,
    ]);
  }

  private show({ solver, best }: Session, skeleton: readonly PlannedBone[] | null): void {
    const rig = () => this.rigOf(solver, best, skeleton);
    const eRms = solver.eRms(best.error);
    this.partial(rig, { history: this.log.history, eRms, errorPerFrame: null });
  }

  private rigOf(solver: BlendSolver, state: BlendState, skeleton: readonly PlannedBone[] | null): Rig {
    const { ids, values } = state;
    return this.assemble({ kind: this.kind, motion: solver.motionOf(state), ids, values }, skeleton);
  }

  private assemble(
    { kind, motion, ids, values }: Pick<Blend, "kind" | "motion" | "ids" | "values">,
    skeleton: readonly PlannedBone[] | null,
  ): Rig {
    const parts = { state: { ids, values }, motion, kind, skeleton, rest: this.restNow() };
    return assembleRig(this.sequence, this.problem, parts);
  }
}

/** Locked bones come out as they went in, bit for bit, whatever the basis of the trajectories can say. */
function keepLockedMotion(motion: Float64Array, from: Continuation): void {
  const { lockedBones, bones } = from;
  if (!lockedBones) return;
  for (let at = 0; at < motion.length; at += 12) {
    if (lockedBones[(at / 12) % bones]) motion.set(from.motion.subarray(at, at + 12), at);
  }
}
