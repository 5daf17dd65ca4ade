import type { Parallel } from "../../kernels/parallel";
import type { BoneKind } from "../../model/rig";
import type { Task } from "../../model/task";
import type { Problem } from "../problem/problem";
import type { BlendState } from "./blend-state";

/** How rigid bones are found: all at once (Gauss-Newton), or one at a time (Le & Deng 2012). */
export type RigidRule = "joint" | "single";

export interface BonesOptions {
  bones: number;
  slots: number;
  kind: BoneKind;
  rule: RigidRule;
  /** Bones whose motion stays, h flags in the arena, or null. */
  locked: Uint8Array | null;
}

/** Bones above which all-at-once is slower than it is worth: its cost grows with the cube. */
const MOST_JOINT = 64;
/** ρ of the affine solve: keeps bones that the weights do not determine where they were. */
const RIDGE = 1e-7;
/** Bones that no sweep moves by more than this, in normalised lengths, have settled; or after so many sweeps. */
const SETTLED = 1e-8;
const SWEEPS_AT_ONCE = 20;
const MOST_SWEEPS = 2000;

/**
 * The bones phase: from N = Σ wwᵀ ⊗ vvᵀ and C = Σ y(w ⊗ v)ᵀ, whose size does not depend on the number of vertices,
 * new bones that do not raise the error. Rigid: per frame one damped Gauss-Newton step over all bones, or sweeps of
 * single fits. Affine: all bones jointly by regularised least squares.
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
    this.crossFrames = arena.f64(options.kind === "rigid" ? 3 * problem.frameCount * 4 * h : 0);
    this.offsets = arena.i32(h + 1);
    this.members = arena.i32(problem.vertexCount * options.slots);
    this.system = arena.f64(options.kind === "affine" ? 16 * h * h : 0);
    this.scratchBytes = BonesPhase.scratchBytes(h, problem.stride, options);
    this.scratch = arena.f64((this.scratchBytes / 8) * parallel.threads);
  }

  private static scratchBytes(h: number, stride: number, { kind }: Pick<BonesOptions, "kind">): number {
    const solve = kind === "rigid" && h <= MOST_JOINT ? 36 * h * h + 30 * h + 64 : 12 * h + 64;
    return 8 * Math.max(solve, 4 * stride + 10 * h + 8);
  }

  /** Bytes of arena that an instance takes. */
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

  /** Moves the bones of `state` to what its weights ask for. Errors and objective are stale afterwards. */
  async run(state: BlendState, task: Task, rule = this.options.rule): Promise<void> {
    await this.takeStatistics(state, task);
    if (this.options.kind === "affine") await this.affine(state, task);
    else await this.rigid(state, task, rule);
  }

  /** As `run`, for weights that stay: rigid bones are swept until none moves any more. */
  async settle(state: BlendState, task: Task): Promise<void> {
    await this.takeStatistics(state, task);
    if (this.options.kind === "affine") return this.affine(state, task);
    for (let sweeps = 0; sweeps < MOST_SWEEPS; sweeps += SWEEPS_AT_ONCE) {
      const before = state.bones.slice();
      await this.rigid(state, task, "single", SWEEPS_AT_ONCE);
      if (state.bones.every((x, at) => Math.abs(x - before[at]) < SETTLED)) return;
    }
  }

  private async takeStatistics(state: BlendState, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, slots } = this.options;
    const at = (array: { byteOffset: number }) => array.byteOffset;
    parallel.call(
      "listMembers",
      problem.vertexCount,
      slots,
      at(state.ids),
      h,
      at(this.offsets),
      at(this.members),
    );
    const lists = [at(this.offsets), at(this.members), slots, at(state.ids), at(state.values)];
    const data = [at(problem.rest), at(problem.trajectories), problem.stride, problem.rank, h];
    const out = [at(this.normal), at(this.cross), at(this.scratch), this.scratchBytes];
    await parallel.run(task, "boneStatistics", h, 1, [
      ...lists,
      ...data,
      ...out,
      problem.importance?.byteOffset ?? 0,
    ]);
  }

  /** Σ_i w_ij² of each bone, from the last `run`: below 3 a bone is dying (Le & Deng 2012). */
  masses(): Float64Array {
    const h = this.options.bones;
    return Float64Array.from({ length: h }, (_, j) => this.normal[(4 * j + 3) * 4 * h + 4 * j + 3]);
  }

  private async rigid(state: BlendState, task: Task, rule: RigidRule, sweeps = 1): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, locked } = this.options;
    const width = 4 * h;
    const { rank, stride, frameCount } = problem;
    const full = [problem.basis.byteOffset, stride, 1, this.cross.byteOffset, width, rank, width];
    await parallel.run(task, "product", 3 * frameCount, 12, [...full, this.crossFrames.byteOffset, width]);
    const args = [state.bones.byteOffset, this.crossFrames.byteOffset, this.normal.byteOffset, h];
    args.push(locked?.byteOffset ?? 0, this.scratch.byteOffset, this.scratchBytes);
    if (rule === "joint" && h <= MOST_JOINT) {
      await parallel.run(task, "rigidGaussNewton", frameCount, 1, args);
    } else {
      args.push(rule === "joint" ? 3 : sweeps, problem.frameScales?.byteOffset ?? 0);
      await parallel.run(task, "rigidSweeps", frameCount, 1, args);
    }
  }

  private async affine(state: BlendState, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, locked } = this.options;
    let trace = 0;
    for (let i = 0; i < 4 * h; i++) trace += this.normal[i * 4 * h + i];
    const ridge = (RIDGE * trace) / (4 * h) + 1e-12;
    const flags = locked?.byteOffset ?? 0;
    parallel.call("affineFactor", this.normal.byteOffset, h, ridge, flags, this.system.byteOffset);
    const args = [this.system.byteOffset, this.normal.byteOffset, this.cross.byteOffset, h, ridge, flags];
    args.push(state.bones.byteOffset, this.scratch.byteOffset, this.scratchBytes);
    await parallel.run(task, "affineSolve", problem.rank, 16, args);
  }

  /** Makes every bone of rigid `bones` rigid again, after an extrapolation. */
  async project(bones: Float64Array, task: Task): Promise<void> {
    const { bones: h, locked } = this.options;
    const args = [bones.byteOffset, h, locked?.byteOffset ?? 0, this.scratch.byteOffset, this.scratchBytes];
    args.push(this.problem.frameScales?.byteOffset ?? 0);
    await this.parallel.run(task, "projectRotations", this.problem.frameCount, 16, args);
  }
}
