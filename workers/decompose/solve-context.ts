import type { Parallel } from "../kernels/parallel";
import type { Random } from "../math/random";
import type { MeshSequence } from "../model/mesh-sequence";
import type { BoneKind, Rig } from "../model/rig";
import type { SolveSnapshot } from "../model/solve-report";
import type { SolveIntent, SolveSettings } from "../model/solve-settings";
import type { Task } from "../model/task";
import type { Blend, MethodContext } from "./method";
import { isAlwaysAffine } from "./method-table";
import { createSmoothing, type Smoothing } from "./phases/smoothing";
import type { Problem } from "./problem/problem";
import { assembleRig, type PlannedBone } from "./rig-assembly";
import type { SolveLog } from "./solve-log";
import { type StartContext, startContext } from "./starts/clusters";
import { chosenStart } from "./starts/initialisers";

/** What is given to all solves of one problem. */
export interface SolveParts {
  problem: Problem;
  sequence: MeshSequence;
  settings: SolveSettings;
  parallel: Parallel;
  random: Random;
  task: Task;
  log: SolveLog;
  /** Shows what there is now. */
  partial: (rig: () => Rig, snapshot: SolveSnapshot) => void;
  intent?: SolveIntent;
}

/** Everything that solves of one problem share, with any number of bones. */
export class SolveContext {
  readonly problem: Problem;
  readonly settings: SolveSettings;
  readonly parallel: Parallel;
  readonly random: Random;
  readonly task: Task;
  readonly log: SolveLog;
  readonly intent: SolveIntent | undefined;
  /** What initialisers share. */
  readonly starts: StartContext;
  readonly smoothing: Smoothing | null;
  private readonly sequence: MeshSequence;
  private readonly partial: SolveParts["partial"];
  private readonly originalRest: Float64Array;

  constructor(parts: SolveParts) {
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
    this.starts = startContext(parts.parallel, parts.problem);
    const { smoothness } = parts.settings;
    this.smoothing = smoothness > 0 ? createSmoothing(parts.parallel.arena, parts.problem, smoothness) : null;
  }

  /** What the bones may do: a method that knows only affine ones is not asked for others. */
  get kind(): BoneKind {
    return isAlwaysAffine(this.settings.method) ? "affine" : this.settings.boneKind;
  }

  /** Influences that a vertex of h bones may have. */
  influencesOf(h: number): number {
    const { influences } = this.settings;
    return influences === 0 ? h : Math.min(influences, h);
  }

  /** E_RMS of a sum of squared errors. */
  eRms(error: number): number {
    const { vertexCount, frameCount } = this.problem;
    return 1000 * Math.sqrt(Math.max(error, 0) / (3 * vertexCount * frameCount));
  }

  /** The problem's rest positions: the sequence's own, to the bit, where nothing was corrected. */
  restNow(): Float32Array {
    const { rest, centre, scale } = this.problem;
    return this.sequence.rest.map((x, at) => {
      const from = 4 * Math.floor(at / 3) + (at % 3);
      return rest[from] === this.originalRest[from] ? x : rest[from] / scale + centre[at % 3];
    });
  }

  /** Puts the rest positions of the problem back as they were. */
  restoreRest(): void {
    this.problem.rest.set(this.originalRest);
  }

  /** Shows a solution, which is made into a rig where it is looked at. */
  show(
    blend: () => Pick<Blend, "kind" | "motion" | "ids" | "values">,
    eRms: number,
    skeleton: readonly PlannedBone[] | null,
  ): void {
    const rig = () => {
      const { kind, motion, ids, values } = blend();
      const parts = { state: { ids, values }, motion, kind, skeleton, rest: this.restNow() };
      return assembleRig(this.sequence, this.problem, parts);
    };
    this.partial(rig, { history: this.log.history, eRms });
  }

  /** What a method of its own gets. */
  methodContext(h: number): MethodContext {
    const { parallel, problem, settings, starts, random, task, log } = this;
    return {
      parallel,
      problem,
      settings,
      bones: h,
      influences: this.influencesOf(h),
      starts,
      start: (own) => chosenStart(settings.initialiser, own),
      random,
      task,
      log,
      note: (blend) => {
        const now = this.eRms(blend.error);
        log.iteration(now, now);
        this.show(() => blend, now, null);
        return log.mayGoOn;
      },
    };
  }
}
