import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { SolveSnapshot } from "../../model/reports/solve-report";
import type { BoneKind, Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveSettings } from "../../model/solve/solve-settings";
import { chosenStart } from "../initialisers/initialisers";
import { type Start, type StartContext, startContext } from "../initialisers/start-context";
import { startFarthest } from "../initialisers/start-farthest";
import type { Blend, MethodContext } from "../methods/method";
import { isAlwaysAffine } from "../methods/method-table";
import { createSmoothing, type Smoothing } from "../phases/regions/smoothing";
import type { Problem } from "../problem/problem";
import type { Deadline } from "../progress/deadline";
import type { SolveLog } from "../progress/solve-log";
import { type PlannedBone, rigOfState } from "../result/rig-assembly";
import { SEARCH_INFLUENCES } from "./plan";
import { type QuickRig, quickRig, widened } from "./quick-rig";

/** The input that all solves of one problem share. */
export interface SolveParts {
  problem: Problem;
  sequence: AnySequence;
  settings: SolveSettings;
  parallel: Parallel;
  random: Random;
  task: Deadline;
  log: SolveLog;
  /** Sets time aside for the steps after the solve, by the influences per vertex. */
  reserve: (influences: number) => void;
  /** Shows the current rig. */
  partial: (rig: () => Rig, snapshot: SolveSnapshot) => void;
  intent?: SolveIntent;
}

/** The last blend that a method with its own solver reported, outside the arena. */
interface Kept {
  blend: Blend;
  /** 4V: the problem's rest pose at that time. */
  rest: Float64Array;
}

/** A start may take this share of the remaining time. */
const START_SHARE = 0.6;
/** The least time for another start and the work after it, as a multiple of the time that the quick rig took. */
const STARTS_IN_TIME = 16;
const LATE_START =
  "There was no time for the method's own start: it began with bones where the error is largest.";

/** Everything that solves of one problem share, for any number of bones. */
export class SolveContext {
  readonly problem: Problem;
  readonly settings: SolveSettings;
  readonly parallel: Parallel;
  /** A solve of a path begins with a new one. */
  random: Random;
  readonly task: Deadline;
  readonly log: SolveLog;
  readonly intent: SolveIntent | undefined;
  readonly reserve: SolveParts["reserve"];
  /** Data that initialisers share. */
  readonly starts: StartContext;
  readonly smoothing: Smoothing | null;
  private readonly sequence: AnySequence;
  private readonly partial: SolveParts["partial"];
  private readonly originalRest: Float64Array;
  private kept: Kept | null = null;
  private quick: QuickRig | null = null;
  private quickSeconds = 0;
  /** Whether there was no time for the chosen start. */
  private isLate = false;

  constructor(parts: SolveParts) {
    this.intent = parts.intent;
    this.problem = parts.problem;
    this.sequence = parts.sequence;
    this.settings = parts.settings;
    this.parallel = parts.parallel;
    this.random = parts.random;
    this.task = parts.task;
    this.log = parts.log;
    this.reserve = parts.reserve;
    this.partial = parts.partial;
    this.originalRest = parts.problem.rest.slice();
    this.starts = startContext(parts.parallel, parts.problem);
    const { smoothness } = parts.settings;
    this.smoothing = smoothness > 0 ? createSmoothing(parts.parallel.arena, parts.problem, smoothness) : null;
  }

  /** The kind of bones. A method that knows only affine bones always gets those. */
  get kind(): BoneKind {
    return isAlwaysAffine(this.settings.method) ? "affine" : this.settings.boneKind;
  }

  /** The most influences of a vertex with h bones. */
  influencesOf(h: number): number {
    const { influences } = this.settings;
    return influences === 0 ? h : Math.min(influences, h);
  }

  /** E_RMS of a sum of squared errors. */
  eRms(error: number): number {
    const { vertexCount, frameCount } = this.problem;
    return 1000 * Math.sqrt(Math.max(error, 0) / (3 * vertexCount * frameCount));
  }

  /** The problem's rest positions. Without a correction they are the sequence's own, bit for bit. */
  restNow(): Float32Array {
    const { rest, centre, scale } = this.problem;
    return this.sequence.rest.map((x, at) => {
      const from = 4 * Math.floor(at / 3) + (at % 3);
      return rest[from] === this.originalRest[from] ? x : rest[from] / scale + centre[at % 3];
    });
  }

  /** Sets the problem's rest positions to those of a solution, 3V in the sequence's coordinates. */
  setRest(solved: Float32Array): void {
    const { rest, centre, scale } = this.problem;
    solved.forEach((x, at) => {
      const to = 4 * Math.floor(at / 3) + (at % 3);
      rest[to] = x === this.sequence.rest[at] ? this.originalRest[to] : (x - centre[at % 3]) * scale;
    });
  }

  /** Restores the problem's original rest positions. */
  restoreRest(): void {
    this.problem.rest.set(this.originalRest);
  }

  /** Shows a solution. A rig is made only if someone looks at it. */
  show(
    blend: () => Pick<Blend, "kind" | "motion" | "ids" | "values">,
    eRms: number,
    skeleton: readonly PlannedBone[] | null,
  ): void {
    const rig = () => {
      const { kind, motion, ids, values } = blend();
      const parts = { state: { ids, values }, motion, kind, skeleton, rest: this.restNow() };
      return rigOfState(this.sequence, this.problem, parts);
    };
    this.partial(rig, { history: this.log.history, eRms });
  }

  /** If there is a time limit, finds a rig at once. It is returned if nothing else is found in time. */
  async beginQuickly(h: number): Promise<void> {
    this.kept = null;
    this.quick = null;
    const { task } = this;
    this.isLate = false;
    if (task.asked === null) return;
    const began = task.seconds;
    this.reserve(Math.min(SEARCH_INFLUENCES, this.influencesOf(h)));
    this.quick = await quickRig(this, h);
    this.quickSeconds = task.seconds - began;
    this.reserve(this.influencesOf(h));
  }

  /** The first rig; finds one now if there is none. */
  async takeQuick(h: number): Promise<QuickRig> {
    return this.quick ?? quickRig(this, h);
  }

  /** Wraps a start. If a time limit is set and the start takes too long, the first bones replace it. */
  begin(start: Start): Start {
    return async (starts, bones, random, task) => {
      const { quick, parallel } = this;
      if (!quick) return start(starts, bones, random, task);
      const work = () => start(starts, bones, random, task);
      const isHopeless = this.task.left < STARTS_IN_TIME * this.quickSeconds;
      const found = isHopeless ? null : await this.task.attempt(parallel.arena, START_SHARE, work);
      if (!found) {
        this.isLate = true;
        this.task.noteCut();
        // This start gives the same bones as giving up would.
        this.task.noteFound();
        this.log.remark(LATE_START);
      }
      return found ?? widened(quick.blend, bones);
    };
  }

  /** The last blend of a method with its own solver before it was cut short, with its rest pose restored; or null. */
  takeKept(): Blend | null {
    const { kept } = this;
    this.kept = null;
    if (kept) this.problem.rest.set(kept.rest);
    return kept?.blend ?? null;
  }

  /** The context for a method with its own solver. */
  methodContext(h: number): MethodContext {
    const { parallel, problem, settings, starts, random, task, log } = this;
    const influences = this.influencesOf(h);
    const keep = (blend: Blend) => {
      this.kept = { blend, rest: problem.rest.slice() };
      if (blend.ids.length <= influences * problem.vertexCount) task.noteFound();
    };
    const look = (blend: Blend) => {
      const now = this.eRms(blend.error);
      log.iteration(now, now);
      this.show(() => blend, now, null);
      if (influences === h) task.noteFound();
      return log.mayGoOn;
    };
    return {
      parallel,
      problem,
      settings,
      bones: h,
      influences,
      starts,
      start: (own) => this.begin(chosenStart(settings.initialiser, own)),
      isLate: () => this.isLate,
      fallback: this.quick ? async () => widened(this.quick!.blend, h) : startFarthest,
      random,
      task,
      log,
      look,
      keep,
      note: (blend) => {
        keep(blend);
        return look(blend);
      },
    };
  }
}
