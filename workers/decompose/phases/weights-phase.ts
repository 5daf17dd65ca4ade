import { kernels, records, type WeightsJob } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";
import { strideFor } from "../../kernels/stride-for";
import type { Task } from "../../model/task";
import type { Problem } from "../problem/problem";
import { type BlendState, boneRows } from "./blend-state";
import { boneGram } from "./bone-gram";
import type { RegionSolver } from "./regions/regions";
import { ALL_SEARCH, type RunOptions, SEARCH, type Search, type WeightsOptions } from "./weights-options";

/** Squared rounding of f32 positions, in normalised lengths. */
const NOISE = 4e-15;
/** The most new bones that a swap search may try. Its scratch memory has room for them. */
const MOST_CANDIDATES = 4;
/** Vertices in a block: enough to amortise the product with the bones, and few enough to spread over threads. */
const BLOCK = 32;

/**
 * The weights phase. For each vertex it minimises ‖y − Σ_j w_j B_j v‖² over w ≥ 0, Σw = 1, with at most `limit`
 * influences. It works with the Gram matrix of the residuals, A_jk = (y − B_j v)·(y − B_k v), which follows from G =
 * BᵀB, BᵀY and the ten monomials of v. A new support is taken only if it beats the old one, so the objective never
 * rises.
 */
export class WeightsPhase {
  readonly options: WeightsOptions;
  /**
   * Bones that each vertex may use: V rows of ⌈h / 32⌉ words with one bit per bone, with at least one bit set in each
   * row, in the arena. Null allows all bones.
   */
  allowed: Uint32Array | null = null;
  private readonly parallel: Parallel;
  private readonly problem: Problem;
  private readonly reduced: Float64Array;
  private readonly reducedStride: number;
  private readonly gram: Float64Array;
  private readonly pairs: Float64Array;
  private readonly diagonals: Float64Array;
  private readonly job: KernelRecord<WeightsJob>;
  private readonly scratch: Float64Array;
  private readonly scratchBytes: number;

  constructor(parallel: Parallel, problem: Problem, options: WeightsOptions) {
    this.parallel = parallel;
    this.problem = problem;
    this.options = options;
    const h = options.bones;
    const padded = h + (h & 1);
    const { arena } = parallel;
    this.reducedStride = strideFor(4 * h);
    this.reduced = arena.f64(problem.rank * this.reducedStride);
    this.gram = arena.f64(16 * h * h);
    this.pairs = arena.f64(10 * h * padded);
    this.diagonals = arena.f64(10 * padded);
    this.job = KernelRecord.take(arena, records.WeightsJob);
    this.scratchBytes = WeightsPhase.scratchBytes(h, problem.stride, options);
    this.scratch = arena.f64((this.scratchBytes / 8) * parallel.threads);
  }

  private static scratchBytes(
    h: number,
    stride: number,
    { limit, candidates }: Pick<WeightsOptions, "limit" | "candidates">,
  ): number {
    const weights = scratchNumbers(kernels.weightsScratch, { h, limit, candidates, stride });
    return 8 * Math.max(weights, scratchNumbers(kernels.boneGramScratch, {})) + 64;
  }

  /** Arena bytes for an instance. */
  static bytes(rank: number, stride: number, h: number, limit: number, threads: number): number {
    const even = h + 2;
    const scratch = WeightsPhase.scratchBytes(h, stride, { limit, candidates: MOST_CANDIDATES });
    return 8 * (rank * strideFor(4 * h) + 16 * h * h + 10 * even * even + 10 * even + 64) + threads * scratch;
  }

  /**
   * Finds the weights of `state` under its bones, in place, and sets its errors and objective.
   */
  async run(state: BlendState, task: Task, search = this.options.search, more: RunOptions = {}) {
    await this.prepare(state, task);
    const { smoothing, regions } = this.options;
    if (regions) await regions.choose(state, this.regionSolver(state, search), task);
    this.writeJob(state, search, more);
    if (!smoothing) {
      await this.parallel.run(task, kernels.weightsOf, this.problem.vertexCount, BLOCK, { job: this.job });
    } else {
      // Goes colour by colour. Neighbours are then never solved together, and each vertex sees the current weights of
      // the others.
      for (let c = 0; c + 1 < smoothing.offsets.length; c++) {
        const [from, to] = [smoothing.offsets[c], smoothing.offsets[c + 1]];
        this.job.change({ order: smoothing.order.subarray(from) });
        await this.parallel.run(task, kernels.weightsOf, to - from, BLOCK, { job: this.job });
      }
    }
    state.error = sumOf(state.errors, this.problem.tail);
    state.objective = state.error + (smoothing ? smoothing.weight * smoothing.roughness(state) : 0);
  }

  /**
   * Moves the problem's rest positions to where they fit the bones and weights of `state` best, and finds the weights
   * again. The objective falls. Locked vertices keep their positions, and so do vertices that the motion does not
   * determine.
   */
  async correctRest(state: BlendState, task: Task): Promise<void> {
    await this.prepare(state, task);
    this.options.regions?.recall(state);
    this.writeJob(state, "rest");
    await this.parallel.run(task, kernels.weightsOf, this.problem.vertexCount, BLOCK, { job: this.job });
    await this.run(state, task);
  }

  /**
   * Predicts how much the last bones of `state`, from number `newcomers` on, would gain at each vertex. No vertex uses
   * them yet. Writes V·(h − newcomers) numbers into `out`, in the arena, and changes no weights. The phase must be made
   * for all h bones.
   */
  async predictGains(state: BlendState, newcomers: number, out: Float64Array, task: Task): Promise<void> {
    await this.prepare(state, task);
    const { regions } = this.options;
    regions?.recall(state);
    this.writeJob(state, "evaluate", {}, { out, newcomers });
    await this.parallel.run(task, kernels.weightsOf, this.problem.vertexCount, BLOCK, { job: this.job });
    await regions?.predictGains(state, newcomers, out, this.regionSolver(state, "evaluate"), task);
  }

  /** The errors of regions under the bones that the phase was prepared for. */
  private regionSolver(state: BlendState, search: Search): RegionSolver {
    const { parallel, problem, options } = this;
    const { arena } = parallel;
    const solver: RegionSolver = {
      bones: options.bones,
      canSolve: !options.smoothing,
      sums: async (runs, members, half, task) => {
        this.writeJob(state, search);
        const mark = arena.mark();
        const out = arena.f64((runs.length - 1) * options.bones);
        const gathered = arena.f64(
          parallel.threads *
            scratchNumbers(kernels.regionScratch, { h: options.bones, stride: problem.stride }),
        );
        await parallel.run(task, kernels.regionErrors, runs.length - 1, 1, {
          job: this.job,
          starts: runs,
          members,
          half: half ? 1 : 0,
          gathered,
          out,
        });
        const sums = out.slice();
        arena.release(mark);
        return sums;
      },
      solve: async (vertices, task) => {
        await this.runOn(vertices, state, task, search);
        return vertices.reduce((sum, i) => sum + state.errors[i], 0);
      },
    };
    return solver;
  }

  /**
   * Finds weights ≥ 0 on all bones, whose sum need not be 1. For each vertex they minimise ‖y − Σ_j w_j B_j v‖² + 2λ
   * Σw, least squares with an L1 term. Writes V·h numbers into `out`, in the arena; the state stays unchanged.
   */
  async nonNegative(state: BlendState, penalty: number, out: Float64Array, task: Task): Promise<void> {
    await this.prepare(state, task);
    const { parallel, problem } = this;
    const h = this.options.bones;
    const mark = parallel.arena.mark();
    const scratch = parallel.arena.f64(parallel.threads * scratchNumbers(kernels.nnlsScratch, { h }));
    await parallel.run(task, kernels.nonNegativeWeights, problem.vertexCount, BLOCK, {
      rest: problem.rest,
      trajectories: problem.trajectories,
      stride: problem.stride,
      rank: problem.rank,
      reduced: this.reduced,
      reducedStride: this.reducedStride,
      pairs: this.pairs,
      diagonals: this.diagonals,
      h,
      penalty,
      weights: out,
      scratch,
    });
    parallel.arena.release(mark);
  }

  /**
   * Finds the weights of some vertices, in place, and sets their errors. Motion and rest pose are those of the last
   * `run`.
   * @param vertices their numbers, in the arena.
   */
  async runOn(
    vertices: Int32Array,
    state: BlendState,
    task: Task,
    search = this.options.search,
    more: RunOptions = {},
  ): Promise<void> {
    this.writeJob(state, search, more);
    this.job.change({ order: vertices });
    await this.parallel.run(task, kernels.weightsOf, vertices.length, BLOCK, { job: this.job });
  }

  /** Arena bytes for `nonNegative` and its result. */
  static nonNegativeBytes(vertices: number, h: number, threads: number): number {
    return 8 * (vertices * h + threads * scratchNumbers(kernels.nnlsScratch, { h })) + 256;
  }

  /**
   * Solves one vertex on this thread and returns its squared error. Bones and rest pose are those of the last `prepare`
   * or `run`.
   */
  solveHere(vertex: number, state: BlendState, search = this.options.search): number {
    this.writeJob(state, search);
    this.parallel.callBlock(kernels.weightsOf, vertex, vertex + 1, { job: this.job });
    return state.errors[vertex];
  }

  /**
   * What the last `prepare` computed: the products of each pair of bones and of each bone with itself (`pairTable`),
   * and UᵀB, whose rows lie `reducedStride` numbers apart.
   */
  get forms() {
    const { pairs, diagonals, reduced, reducedStride } = this;
    return { pairs, diagonals, reduced, reducedStride };
  }

  /** Computes G = BᵀB and its table of pairs, and UᵀB. */
  async prepare(state: BlendState, task: Task): Promise<void> {
    const { parallel, problem } = this;
    const h = this.options.bones;
    const width = 4 * h;
    const rows = boneRows(problem, this.options.kind);
    const b = state.bones.byteOffset;
    const { gram, scratch, scratchBytes } = this;
    await boneGram(parallel, { bones: state.bones, rows, width, gram, scratch, scratchBytes }, task);
    await parallel.run(task, kernels.pairTable, h, 4, {
      gram: this.gram,
      h,
      padded: h + (h & 1),
      table: this.pairs,
      diagonal: this.diagonals,
    });
    if (this.options.kind === "affine") {
      for (let row = 0; row < rows; row++) {
        this.reduced.set(state.bones.subarray(row * width, (row + 1) * width), row * this.reducedStride);
      }
      return;
    }
    await parallel.run(task, kernels.product, problem.rank, 16, {
      a: problem.basis,
      aRow: 1,
      aDepth: problem.stride,
      b,
      ldB: width,
      depth: rows,
      n: width,
      out: this.reduced,
      ldOut: this.reducedStride,
    });
  }

  private writeJob(
    state: BlendState,
    search: Search,
    { losses, noted, part }: RunOptions = {},
    gains: { out: Float64Array; newcomers: number } | null = null,
  ): void {
    const { problem, options } = this;
    const { smoothing } = options;
    // A region shares a bone, so all of its vertices search at once.
    const { parts, number } = search === "swap" && !options.regions && part ? part : ALL_SEARCH;
    this.job.write({
      smoothness: smoothing?.weight ?? 0,
      noise: NOISE * 3 * problem.frameCount,
      order: null,
      rest: problem.rest,
      trajectories: problem.trajectories,
      stride: problem.stride,
      rank: problem.rank,
      norms: problem.norms,
      reduced: this.reduced,
      reducedStride: this.reducedStride,
      pairs: this.pairs,
      diagonals: this.diagonals,
      bones: options.bones,
      slots: options.slots,
      limit: options.limit,
      candidates: options.candidates,
      rounds: options.rounds,
      mode: SEARCH[search],
      parts,
      part: number,
      ids: state.ids,
      values: state.values,
      errors: state.errors,
      locked: options.regions?.fixed ?? options.locked,
      losses,
      noted,
      predictedGains: gains?.out,
      newcomers: gains?.newcomers ?? 0,
      gram: this.gram,
      neighbourOffsets: smoothing?.neighbourOffsets,
      neighbours: smoothing?.neighbours,
      allowed: this.allowed,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
      importance: problem.importance,
      anchors: options.regions?.anchors,
    });
  }
}

/** start + Σ x, in order. A function of its own, because engines compile loops of asynchronous functions late. */
function sumOf(x: Float64Array, start: number): number {
  let sum = start;
  for (let i = 0; i < x.length; i++) sum += x[i];
  return sum;
}
