import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import type { BoneKind } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { Problem } from "../problem/problem";
import type { BlendState } from "./blend-state";
import { anyReflects, keepOrientation } from "./orientation/keep-orientation";
import type { BasisBones } from "./orientation/search";

/** How rigid bones are solved: all at once (Gauss-Newton), or one at a time (Le & Deng 2012). */
export type RigidRule = "joint" | "single";

export interface BonesOptions {
  bones: number;
  slots: number;
  kind: BoneKind;
  rule: RigidRule;
  /** Whether affine bones may reflect. */
  mayReflect: boolean;
  /** Bones with fixed motion, h flags in the arena, or null. */
  locked: Uint8Array | null;
}

/** With more bones than this, solving all at once is too slow: its cost grows with the cube. */
export const MOST_JOINT = 64;
/** ρ of the affine solve. It holds bones in place where the weights do not determine them. */
const RIDGE = 1e-7;
/** Sweeps end when no bone moves by more than this, in normalised lengths, or after this many sweeps. */
const SETTLED = 1e-8;
const SWEEPS_AT_ONCE = 20;
const MOST_SWEEPS = 2000;

/**
 * Finds new bones that do not raise the error. It works with N = Σ wwᵀ ⊗ vvᵀ and C = Σ y(w ⊗ v)ᵀ, whose size does not
 * depend on the number of vertices. Rigid bones get one damped Gauss-Newton step over all bones in each frame, or
 * sweeps of single fits. Affine bones are solved all at once by regularised least squares.
 */
export class BonesPhase {
  readonly options: BonesOptions;
  private readonly parallel: Parallel;
  private readonly problem: Problem;
  private readonly normal: Float64Array;
  private readonly cross: Float64Array;
  private readonly crossFrames: Float64Array;
  private readonly offsets: Int32Array;
  private readonly members: Int32Array;
  private readonly overlapCounts: Int32Array;
  private readonly overlaps: Int32Array;
  private readonly system: Float64Array;
  private readonly scratch: Float64Array;
  private readonly scratchBytes: number;

  constructor(parallel: Parallel, problem: Problem, options: BonesOptions) {
    this.parallel = parallel;
    this.problem = problem;
    this.options = options;
    const { arena } = parallel;
    const h = options.bones;
    this.normal = arena.f64(16 * h * h);
    this.cross = arena.f64(problem.rank * 4 * h);
    this.crossFrames = arena.f64(3 * problem.frameCount * 4 * h);
    this.offsets = arena.i32(h + 1);
    this.members = arena.i32(problem.vertexCount * options.slots);
    const isSwept = options.kind === "rigid";
    this.overlapCounts = arena.i32(isSwept ? h : 0);
    this.overlaps = arena.i32(isSwept ? h * h : 0);
    this.system = arena.f64(options.kind === "affine" ? 16 * h * h : 0);
    this.scratchBytes = BonesPhase.scratchBytes(h, problem.stride, options);
    this.scratch = arena.f64((this.scratchBytes / 8) * parallel.threads);
  }

  private static scratchBytes(h: number, stride: number, { kind }: Pick<BonesOptions, "kind">): number {
    const joint = kind === "rigid" && h <= MOST_JOINT;
    return (
      8 *
      Math.max(
        scratchNumbers(kernels.statisticsScratch, { h, stride }),
        scratchNumbers(kernels.rigidSweepsScratch, { h }),
        scratchNumbers(kernels.affineScratch, { h }),
        joint ? scratchNumbers(kernels.rigidGaussNewtonScratch, { h }) : 0,
      )
    );
  }

  /** Arena bytes for an instance. */
  static bytes(
    V: number,
    F: number,
    rank: number,
    stride: number,
    h: number,
    slots: number,
    threads: number,
  ): number {
    const scratch = BonesPhase.scratchBytes(h, stride, { kind: "rigid" });
    return 8 * (32 * h * h + (rank + 3 * F) * 4 * h + h) + 4 * V * slots + threads * scratch + 256;
  }

  /** Fits the bones of `state` to its weights. Errors and objective are out of date afterwards. */
  async run(state: BlendState, task: Task, rule = this.options.rule): Promise<void> {
    await this.takeStatistics(state, task);
    if (this.options.kind === "affine") await this.affine(state, task);
    else await this.rigid(state, task, rule);
  }

  /** Like `run`, for fixed weights: rigid bones are swept until none moves. */
  async settle(state: BlendState, task: Task): Promise<void> {
    await this.takeStatistics(state, task);
    if (this.options.kind === "affine") return this.affine(state, task);
    for (let sweeps = 0; sweeps < MOST_SWEEPS; sweeps += SWEEPS_AT_ONCE) {
      const before = state.bones.slice();
      await this.rigid(state, task, "single", SWEEPS_AT_ONCE);
      if (state.bones.every((x, at) => Math.abs(x - before[at]) < SETTLED)) return;
    }
  }

  /**
   * The statistics of a state's weights and the rest pose: N, 4h by 4h, and C, 3F rows of 4h. Views of the arena that
   * the next call overwrites. Rigid only.
   */
  async statistics(state: BlendState, task: Task): Promise<{ normal: Float64Array; cross: Float64Array }> {
    await this.takeStatistics(state, task);
    await this.spread(this.cross, task);
    return { normal: this.normal, cross: this.crossFrames };
  }

  /**
   * Fits rigid bones one at a time, in several sweeps, with a quadratic term of their motion X in the error: `add` adds
   * J to N, 4h x 4h, which adds trace(X J Xᵀ) to the error of each frame.
   */
  async sweepWith(
    state: BlendState,
    task: Task,
    sweeps: number,
    add: (normal: Float64Array) => Promise<void>,
  ): Promise<void> {
    await this.takeStatistics(state, task);
    await add(this.normal);
    await this.rigid(state, task, "single", sweeps);
  }

  private async takeStatistics(state: BlendState, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, slots } = this.options;
    parallel.call(kernels.listMembers, {
      vertices: problem.vertexCount,
      slots,
      ids: state.ids,
      bones: h,
      offsets: this.offsets,
      members: this.members,
    });
    await parallel.run(task, kernels.boneStatistics, h, 1, {
      offsets: this.offsets,
      members: this.members,
      slots,
      ids: state.ids,
      values: state.values,
      rest: problem.rest,
      trajectories: problem.trajectories,
      stride: problem.stride,
      rank: problem.rank,
      h,
      normal: this.normal,
      cross: this.cross,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
      importance: problem.importance,
    });
  }

  /** Σ_i w_ij² of each bone, from the last `run`: below 3 a bone is dying (Le & Deng 2012). */
  masses(): Float64Array {
    const h = this.options.bones;
    return Float64Array.from({ length: h }, (_, j) => this.normal[(4 * j + 3) * 4 * h + 4 * j + 3]);
  }

  private async rigid(state: BlendState, task: Task, rule: RigidRule, sweeps = 1): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, locked } = this.options;
    const { frameCount } = problem;
    await this.spread(this.cross, task);
    const args = {
      motion: state.bones,
      cross: this.crossFrames,
      normal: this.normal,
      h,
      locked,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
    };
    if (rule === "joint" && h <= MOST_JOINT) {
      await parallel.run(task, kernels.rigidGaussNewton, frameCount, 1, args);
    } else {
      const more = { sweeps: rule === "joint" ? 3 : sweeps, scales: problem.frameScales };
      const lists = { counts: this.overlapCounts, overlaps: this.overlaps };
      await parallel.run(task, kernels.listOverlaps, h, 16, { normal: this.normal, h, ...lists });
      await parallel.run(task, kernels.rigidSweeps, frameCount, 1, { ...args, ...more, ...lists });
    }
  }

  /**
   * Expands r rows of 4h numbers in the trajectory basis (C, or affine bones) to rows of all frames, in `crossFrames`.
   */
  private async spread(rows: Float64Array, task: Task): Promise<void> {
    const { rank, stride, frameCount, basis } = this.problem;
    const width = 4 * this.options.bones;
    await this.parallel.run(task, kernels.product, 3 * frameCount, 12, {
      a: basis,
      aRow: stride,
      aDepth: 1,
      b: rows,
      ldB: width,
      depth: rank,
      n: width,
      out: this.crossFrames,
      ldOut: width,
    });
  }

  private async affine(state: BlendState, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, locked } = this.options;
    let trace = 0;
    for (let i = 0; i < 4 * h; i++) trace += this.normal[i * 4 * h + i];
    const ridge = (RIDGE * trace) / (4 * h) + 1e-12;
    const before = state.bones.slice();
    parallel.call(kernels.affineFactor, {
      normal: this.normal,
      h,
      ridge,
      locked,
      system: this.system,
    });
    await parallel.run(task, kernels.affineSolve, problem.rank, 16, {
      system: this.system,
      normal: this.normal,
      cross: this.cross,
      h,
      ridge,
      locked,
      bones: state.bones,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
    });
    if (this.options.mayReflect) return;
    await keepOrientation(this.inBasis(state.bones, task), before, locked, {
      solve: (x) => this.solveAffine(x),
      cost: (change) => traceOf(change, this.normal, ridge, 4 * h),
    });
  }

  private inBasis(bones: Float64Array, task: Task): BasisBones {
    const { rank, basis, stride } = this.problem;
    const inFrames = async () => {
      await this.spread(bones, task);
      return this.crossFrames;
    };
    return { bones, rank, h: this.options.bones, basis, stride, inFrames };
  }

  /** Whether affine bones reflect in a frame, after an extrapolation. */
  async reflects(bones: Float64Array, task: Task): Promise<boolean> {
    return !this.options.mayReflect && anyReflects(this.inBasis(bones, task), this.options.locked);
  }

  /** x ← N⁻¹ x with the factor of the last affine solve. */
  private solveAffine(x: Float64Array): void {
    const width = x.length;
    const inArena = this.scratch.subarray(0, width);
    inArena.set(x);
    this.parallel.call(kernels.choleskySolve, { l: this.system, n: width, ld: width, x: inArena });
    x.set(inArena);
  }

  /** Makes rigid `bones` rigid again after an extrapolation. */
  async project(bones: Float64Array, task: Task): Promise<void> {
    const { bones: h, locked } = this.options;
    await this.parallel.run(task, kernels.projectRotations, this.problem.frameCount, 16, {
      motion: bones,
      h,
      locked,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
      scales: this.problem.frameScales,
    });
  }
}

/** tr(D (N + ρ I) Dᵀ) of rows of D with n numbers. */
function traceOf(d: Float64Array, normal: Float64Array, ridge: number, n: number): number {
  let sum = 0;
  for (let row = 0; row < d.length; row += n) {
    for (let r = 0; r < n; r++) {
      let product = ridge * d[row + r];
      for (let c = 0; c < n; c++) product += normal[r * n + c] * d[row + c];
      sum += d[row + r] * product;
    }
  }
  return sum;
}
