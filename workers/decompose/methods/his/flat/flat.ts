import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import { scratchNumbers } from "../../../../kernels/scratch";
import type { Random } from "../../../../math/random";
import type { Task } from "../../../../model/task";
import type { PrincipalAxes } from "../../../initialisers/principal-axes";
import type { Problem } from "../../../problem/problem";

/** ε of the weights and ρ of the handles, relative to the mean of their diagonals. */
const WEIGHT_RIDGE = 1e-9;
const HANDLE_RIDGE = 1e-9;
const BLOCK = 32;

/**
 * A flat near which the motions of all vertices should lie (Liu, Tan, Deng & Gingold 2020, section 4.2): h handles,
 * which are points on it, and each vertex's nearest point as signed weights of sum 1. Both are solved in turn, and
 * neither step raises the error. It stays in the arena until the caller releases it.
 *
 * The trajectory basis reduces the motions. Its columns are orthonormal, so distances between motions, nearest points
 * and orthogonality are the same as in all 12F numbers.
 */
export class Flat {
  readonly handleCount: number;
  /** rank rows of 4h: row r of handle j at 4h·r + 4j. */
  readonly handles: Float64Array;
  /** V rows of `weightStride`; numbers beyond h are 0. */
  readonly weights: Float64Array;
  /** h rounded up to 4. */
  readonly weightStride: number;
  /** Squared error of each vertex. */
  readonly errors: Float64Array;
  /** λ of each vertex, from the last `solveWeights` that computed it. */
  readonly vertexScales: Float64Array;
  /** Sum of the errors, including the tail of the trajectory basis. */
  error = Infinity;
  private readonly parallel: Parallel;
  private readonly problem: Problem;
  private readonly normal: Float64Array;
  private readonly system: Float64Array;
  private readonly cross: Float64Array;
  private readonly pairs: Float64Array;
  private readonly diagonals: Float64Array;
  private readonly scratch: Float64Array;
  private readonly scratchBytes: number;

  constructor(parallel: Parallel, problem: Problem, h: number) {
    const { arena } = parallel;
    const { vertexCount, rank, stride } = problem;
    this.parallel = parallel;
    this.problem = problem;
    this.handleCount = h;
    this.weightStride = 4 * Math.ceil(h / 4);
    this.handles = arena.f64(rank * 4 * h);
    this.weights = arena.f64(vertexCount * this.weightStride).fill(0);
    this.errors = arena.f64(vertexCount);
    this.vertexScales = arena.f64(vertexCount);
    this.normal = arena.f64(16 * h * h);
    this.system = arena.f64(16 * h * h);
    this.cross = arena.f64(rank * 4 * h);
    const padded = h + (h & 1);
    this.pairs = arena.f64(10 * h * padded);
    this.diagonals = arena.f64(10 * padded);
    this.scratchBytes = Flat.scratchBytes(h, stride);
    this.scratch = arena.f64((this.scratchBytes / 8) * parallel.threads);
  }

  private static scratchBytes(h: number, stride: number): number {
    return 8 * (scratchNumbers(kernels.flatScratch, { h, stride }) + 8);
  }

  /** Arena bytes for an instance. */
  static bytes(vertices: number, rank: number, h: number, threads: number): number {
    const even = h + 4;
    const numbers = vertices * (even + 2) + 48 * h * h + 8 * rank * h + 10 * even * (even + 1);
    return 8 * numbers + threads * Flat.scratchBytes(h, rank + 3) + 1024;
  }

  /** Places handles on the flat through the mean along the axes. Missing directions are drawn at random. */
  place({ mean, axes }: Pick<PrincipalAxes, "mean" | "axes">, random: Random): void {
    const { handleCount: h, handles } = this;
    const size = mean.length;
    for (let j = 0; j < h; j++) {
      const axis = j === 0 ? null : (axes[j - 1] ?? randomDirection(random, size));
      for (let n = 0; n < size; n++)
        handles[(n >> 2) * 4 * h + 4 * j + (n & 3)] = mean[n] + (axis ? axis[n] : 0);
    }
    this.normalise();
  }

  /**
   * Moves each handle to distance 1 from the average of all. The flat stays the same, and handles do not drift along
   * it.
   */
  normalise(): void {
    const { handleCount: h, handles } = this;
    const rows = handles.length / h / 4;
    const centre = new Float64Array(4 * rows);
    const squares = new Float64Array(h);
    const at = (n: number, j: number) => (n >> 2) * 4 * h + 4 * j + (n & 3);
    for (let n = 0; n < centre.length; n++) {
      for (let j = 0; j < h; j++) centre[n] += handles[at(n, j)] / h;
      for (let j = 0; j < h; j++) squares[j] += (handles[at(n, j)] - centre[n]) ** 2;
    }
    for (let j = 0; j < h; j++) {
      if (!(squares[j] > 0)) continue;
      const scale = 1 / Math.sqrt(squares[j]);
      for (let n = 0; n < centre.length; n++)
        handles[at(n, j)] = centre[n] + scale * (handles[at(n, j)] - centre[n]);
    }
  }

  /**
   * Finds the point of the flat that moves each vertex best, and the error.
   * @param singular whether `solveHandles` will weight vertices by the smallest singular value of their systems.
   */
  async solveWeights(singular: boolean, task: Task): Promise<void> {
    const { parallel, problem, handleCount: h } = this;
    const { rest, trajectories, stride, rank, norms, vertexCount } = problem;
    const width = 4 * h;
    const mark = parallel.arena.mark();
    const gram = parallel.arena.f64(width * width);
    const b = this.handles.byteOffset;
    await parallel.run(task, kernels.product, width, 16, {
      a: b,
      aRow: 1,
      aDepth: width,
      b,
      ldB: width,
      depth: rank,
      n: width,
      out: gram,
      ldOut: width,
    });
    await parallel.run(task, kernels.pairTable, h, 4, {
      gram,
      h,
      padded: h + (h & 1),
      table: this.pairs,
      diagonal: this.diagonals,
    });
    parallel.arena.release(mark);
    await parallel.run(task, kernels.flatWeights, vertexCount, BLOCK, {
      rest,
      trajectories,
      stride,
      rank,
      norms,
      reduced: b,
      pairs: this.pairs,
      diagonals: this.diagonals,
      h,
      ridge: WEIGHT_RIDGE,
      weights: this.weights,
      ld: this.weightStride,
      errors: this.errors,
      lambdas: singular ? this.vertexScales.byteOffset : 0,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
    });
    this.error = problem.tail;
    for (let i = 0; i < vertexCount; i++) this.error += this.errors[i];
  }

  /**
   * Solves for the handles that fit the weights best, all at once: one block of 4h by 4h (equation 10).
   * @returns how far they moved, as a Frobenius norm, before normalisation.
   */
  async solveHandles(singular: boolean, task: Task, normalised = true): Promise<number> {
    const { parallel, problem, handleCount: h } = this;
    const { rest, trajectories, stride, rank, vertexCount } = problem;
    const lambdas = singular ? this.vertexScales.byteOffset : 0;
    await parallel.run(task, kernels.flatStatistics, h, 1, {
      rest,
      trajectories,
      stride,
      rank,
      vertices: vertexCount,
      weights: this.weights,
      ld: this.weightStride,
      lambdas,
      h,
      normal: this.normal,
      cross: this.cross,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
    });
    let trace = 0;
    for (let n = 0; n < 4 * h; n++) trace += this.normal[n * 4 * h + n];
    const ridge = (HANDLE_RIDGE * trace) / (4 * h) + 1e-300;
    const before = this.handles.slice();
    parallel.call(kernels.affineFactor, { normal: this.normal, h, ridge, locked: 0, system: this.system });
    await parallel.run(task, kernels.affineSolve, rank, 16, {
      system: this.system,
      normal: this.normal,
      cross: this.cross,
      h,
      ridge,
      locked: 0,
      bones: this.handles,
      scratch: this.scratch,
      scratchBytes: this.scratchBytes,
    });
    const moved = before.reduce((sum, x, n) => sum + (this.handles[n] - x) ** 2, 0);
    if (normalised) this.normalise();
    return Math.sqrt(moved);
  }

  /**
   * Moves the problem's rest positions to where handles and weights fit the motion best. The weights are out of date
   * afterwards.
   */
  async solveRest(task: Task): Promise<void> {
    const { parallel, problem } = this;
    const { rest, trajectories, stride, rank, vertexCount } = problem;
    await parallel.run(task, kernels.flatRest, vertexCount, BLOCK, {
      rest,
      trajectories,
      stride,
      rank,
      reduced: this.handles,
      h: this.handleCount,
      weights: this.weights,
      ld: this.weightStride,
    });
  }
}

function randomDirection(random: Random, size: number): Float64Array {
  const out = Float64Array.from({ length: size }, () => random.normal());
  const length = Math.sqrt(out.reduce((sum, x) => sum + x * x, 0));
  return out.map((x) => x / length);
}
