import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import type { BoneKind } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { Nearest } from "../problem/nearest";
import type { Problem } from "../problem/problem";
import {
  type BlendState,
  boneRows,
  createState,
  motionOfRows,
  rowsOfMotion,
  stateBytes,
} from "./blend-state";
import { BonesPhase, type RigidRule } from "./bones-phase";
import type { Regions } from "./regions/regions";
import type { Smoothing } from "./regions/smoothing";
import type { Search } from "./weights-options";
import { WeightsPhase } from "./weights-phase";

export interface BlendSolverOptions {
  /** The number of bones, h. */
  bones: number;
  /** The most influences of a vertex, 1 to h. */
  limit: number;
  /** Room for influences: more than `limit` if locked vertices have more. Default `limit`. */
  slots?: number;
  kind: BoneKind;
  search: Search;
  rule: RigidRule;
  /** In the swap search: new bones tried for a vertex in each round, and rounds. Default 4 and 2. */
  candidates?: number;
  rounds?: number;
  /** Bones and vertices that keep their values; null for none, the default. */
  lockedBones?: Uint8Array | null;
  lockedVertices?: Uint8Array | null;
  /** Null for none, the default. */
  smoothing?: Smoothing | null;
  /** Whether affine bones may reflect, as in published methods. Default false. */
  mayReflect?: boolean;
  /** Regions whose vertices share a bone; null for none, the default. */
  regions?: Regions | null;
  /** Nearest vertices in the problem's rest pose. */
  nearest: Nearest;
}

/** The sizes that determine a solver's arena. */
export interface BlendSize {
  vertices: number;
  frames: number;
  rank: number;
  bones: number;
  limit: number;
  slots: number;
}

/**
 * The bones and weights phases of one problem, with room for states. It stays in the arena until the caller releases
 * it.
 */
export class BlendSolver {
  readonly parallel: Parallel;
  readonly problem: Problem;
  readonly options: Required<BlendSolverOptions>;
  readonly weights: WeightsPhase;
  readonly bones: BonesPhase;

  constructor(parallel: Parallel, problem: Problem, options: BlendSolverOptions) {
    this.parallel = parallel;
    this.problem = problem;
    this.options = {
      slots: options.limit,
      candidates: 4,
      rounds: 2,
      lockedBones: null,
      lockedVertices: null,
      smoothing: null,
      mayReflect: false,
      regions: null,
      ...options,
    };
    const { lockedBones, lockedVertices } = this.options;
    this.weights = new WeightsPhase(parallel, problem, { ...this.options, locked: lockedVertices });
    this.bones = new BonesPhase(parallel, problem, { ...this.options, locked: lockedBones });
  }

  /** Arena bytes for the phases and `states` states. */
  static bytes(size: BlendSize, threads: number, states: number): number {
    const { vertices, frames, rank, bones, limit, slots } = size;
    const stride = rank + (rank & 1);
    return (
      WeightsPhase.bytes(rank, stride, bones, limit, threads) +
      BonesPhase.bytes(vertices, frames, rank, stride, bones, slots, threads) +
      states * stateBytes(vertices, frames, bones, slots)
    );
  }

  createState(): BlendState {
    const { bones, kind, slots } = this.options;
    return createState(this.parallel.arena, this.problem, kind, bones, slots);
  }

  /**
   * Writes bones given as motion (F·h·12, normalised coordinates) into a state; the trajectory basis may not represent
   * affine ones exactly.
   */
  async setMotion(state: BlendState, motion: ArrayLike<number>, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { bones: h, kind } = this.options;
    if (kind === "rigid") {
      rowsOfMotion(motion, problem.frameCount, h, state.bones, problem.frameScales);
      return;
    }
    const rows = 3 * problem.frameCount;
    const mark = parallel.arena.mark();
    const full = parallel.arena.f64(rows * 4 * h);
    rowsOfMotion(motion, problem.frameCount, h, full, problem.frameScales);
    await parallel.run(task, kernels.product, problem.rank, 16, {
      a: problem.basis,
      aRow: 1,
      aDepth: problem.stride,
      b: full,
      ldB: 4 * h,
      depth: rows,
      n: 4 * h,
      out: state.bones,
      ldOut: 4 * h,
    });
    parallel.arena.release(mark);
  }

  /** The motion of a state's bones, F·h·12, in normalised coordinates. */
  motionOf(state: BlendState): Float64Array {
    const { parallel, problem } = this;
    const { bones: h, kind } = this.options;
    if (kind === "rigid") return motionOfRows(state.bones, problem.frameCount, h, problem.frameScales);
    const rows = 3 * problem.frameCount;
    const mark = parallel.arena.mark();
    const full = parallel.arena.f64(rows * 4 * h);
    parallel.callBlock(kernels.product, 0, rows, {
      a: problem.basis,
      aRow: problem.stride,
      aDepth: 1,
      b: state.bones,
      ldB: 4 * h,
      depth: problem.rank,
      n: 4 * h,
      out: full,
      ldOut: 4 * h,
    });
    const motion = motionOfRows(full, problem.frameCount, h, problem.frameScales);
    parallel.arena.release(mark);
    return motion;
  }

  /** E_RMS of a sum of squared errors. */
  eRms(error: number): number {
    return 1000 * Math.sqrt(Math.max(error, 0) / (3 * this.problem.vertexCount * this.problem.frameCount));
  }

  get boneNumbers(): number {
    return boneRows(this.problem, this.options.kind) * 4 * this.options.bones;
  }
}
