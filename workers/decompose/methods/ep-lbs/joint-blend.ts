/**
 * The error of a blend, with its gradient, as a function of all unknowns at once (Hopkins 2017, equation 4.31,
 * squared): free weights, small rotations R(e) that come before fixed rotations Q, and translations. v' = Σ_j w_j (Q_j
 * R(e_j)(v − p_j) + s_j), where the pivot p_j is the centre of bone j's vertices. Without pivots, Q R(e) v + s gives
 * the same bones, but a rotation would carry the bone away and translations would have to undo that.
 *
 * Per vertex, everything is dense and local: a kernel computes E_i and dE/du_i, and the sums N = Σ zzᵀ and C = Σ y zᵀ
 * with z = w ⊗ (v, 1). From those dE/dB = 2(BN − C) for all frames, whatever the number of vertices.
 */

import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { scratchNumbers } from "../../../kernels/scratch";
import { multiply3 } from "../../../math/matrix3";
import type { Task } from "../../../model/task";
import { boneGram } from "../../phases/bone-gram";
import type { Problem } from "../../problem/problem";
import { type EulerOrder, eulerDerivative, eulerMatrix } from "./euler";
import { unmapAngle } from "./mapping";

/** The most numbers in the sums of all segments. */
const MOST_SUMS = 1e7;
const MOST_SEGMENTS = 16;

const segmentsFor = (h: number, rank: number) =>
  Math.max(1, Math.min(MOST_SEGMENTS, Math.floor(MOST_SUMS / (16 * h * h + 4 * h * rank))));

export class JointBlend {
  /**
   * Length of x: V·h free weights, 3Fh mapped angles and 3Fh translations. Angles and translations are at (k·h + j)·3.
   */
  readonly count: number;
  /** Where angles and translations begin. */
  readonly angles: number;
  readonly translations: number;
  /** For each vertex, the bone whose weight is 1 minus the others. */
  readonly last: Int32Array;
  /** 3h. */
  readonly pivots: Float64Array;
  /** Q: F·h·9. */
  readonly turns: Float64Array;
  private readonly bones: Float64Array;
  private readonly parallel: Parallel;
  private readonly problem: Problem;
  private readonly h: number;
  private readonly order: EulerOrder;
  private readonly reduced: Float64Array;
  private readonly gram: Float64Array;
  private readonly energies: Float64Array;
  private readonly segments: number;
  private readonly normals: Float64Array;
  private readonly crosses: Float64Array;
  private readonly frameSlopes: Float64Array;
  private readonly frameCrosses: Float64Array;
  private readonly scratch: Float64Array;

  constructor(
    parallel: Parallel,
    problem: Problem,
    h: number,
    order: EulerOrder,
    turns: Float64Array,
    last: Int32Array,
  ) {
    const { vertexCount: V, frameCount: F, rank } = problem;
    const { arena } = parallel;
    this.parallel = parallel;
    this.problem = problem;
    this.h = h;
    this.order = order;
    this.turns = turns;
    this.angles = V * h;
    this.translations = V * h + 3 * F * h;
    this.count = V * h + 6 * F * h;
    this.pivots = new Float64Array(3 * h);
    this.last = arena.i32(V);
    this.last.set(last);
    this.segments = segmentsFor(h, rank);
    this.bones = arena.f64(3 * F * 4 * h);
    this.reduced = arena.f64(rank * 4 * h);
    this.gram = arena.f64(16 * h * h);
    this.energies = arena.f64(V);
    this.normals = arena.f64(this.segments * 16 * h * h);
    this.crosses = arena.f64(this.segments * rank * 4 * h);
    this.frameSlopes = arena.f64(3 * F * 4 * h);
    this.frameCrosses = arena.f64(3 * F * 4 * h);
    this.scratch = arena.f64(parallel.threads * JointBlend.scratchNumbers(h));
  }

  static bytes(V: number, F: number, rank: number, h: number, threads: number): number {
    const sums = segmentsFor(h, rank) * (16 * h * h + 4 * h * rank);
    const bones = 36 * F * h + 4 * rank * h + 16 * h * h;
    return 8 * (sums + bones + 2 * V + threads * JointBlend.scratchNumbers(h)) + 1024;
  }

  private static scratchNumbers(h: number): number {
    return Math.max(scratchNumbers(kernels.blendScratch, { h }), scratchNumbers(kernels.boneGramScratch, {}));
  }

  /**
   * E of x, including the tail of the trajectory basis, and its gradient.
   * @param curvature receives an estimate of the second derivative along each number, or null.
   */
  async evaluate(
    x: Float64Array,
    slope: Float64Array,
    task: Task,
    curvature: Float64Array | null = null,
  ): Promise<number> {
    const { parallel, problem, h } = this;
    const { rest, trajectories, stride, rank, norms, vertexCount, frameCount } = problem;
    const width = 4 * h;
    const rows = 3 * frameCount;
    this.bonesOf(x, this.bones);
    const b = this.bones.byteOffset;
    const { bones, gram, scratch } = this;
    const scratchBytes = 8 * JointBlend.scratchNumbers(h);
    await boneGram(parallel, { bones, rows, width, gram, scratch, scratchBytes }, task);
    await parallel.run(task, kernels.product, rank, 16, {
      a: problem.basis,
      aRow: 1,
      aDepth: stride,
      b,
      ldB: width,
      depth: rows,
      n: width,
      out: this.reduced,
      ldOut: width,
    });
    const segment = Math.ceil(vertexCount / this.segments);
    const items = Math.ceil(vertexCount / segment);
    await parallel.run(task, kernels.blendGradient, items, 1, {
      segment,
      vertices: vertexCount,
      rest,
      trajectories,
      stride,
      rank,
      norms,
      reduced: this.reduced,
      gram: this.gram,
      h,
      u: x,
      last: this.last,
      energies: this.energies,
      slopes: slope,
      curvatures: curvature,
      normals: this.normals,
      crosses: this.crosses,
      scratch: this.scratch,
    });
    this.sumSegments(items);
    await this.boneSlopes(task);
    this.pullBack(x, slope);
    if (curvature) this.writeCurvature(curvature);
    let error = problem.tail;
    for (let i = 0; i < vertexCount; i++) error += this.energies[i];
    return error;
  }

  /** Writes [Q R(e) | s − Q R(e) p] of every bone and frame, 3F rows of 4h. */
  bonesOf(x: Float64Array, bones: Float64Array): void {
    const { h, pivots, turns, order } = this;
    const angles = new Float64Array(3);
    const small = new Float64Array(9);
    const m = new Float64Array(9);
    for (let n = 0; n < this.problem.frameCount * h; n++) {
      const [k, j] = [Math.floor(n / h), n % h];
      for (let a = 0; a < 3; a++) angles[a] = unmapAngle(x[this.angles + 3 * n + a]);
      eulerMatrix(order, angles, 0, small);
      multiply3(m, turns.subarray(9 * n, 9 * n + 9), small);
      for (let a = 0; a < 3; a++) {
        const at = (3 * k + a) * 4 * h + 4 * j;
        let t = x[this.translations + 3 * n + a];
        for (let c = 0; c < 3; c++) {
          bones[at + c] = m[3 * a + c];
          t -= m[3 * a + c] * pivots[3 * j + c];
        }
        bones[at + 3] = t;
      }
    }
  }

  /** Adds the sums of all segments to the first, and completes N's upper triangle. */
  private sumSegments(items: number): void {
    const { normals, crosses } = this;
    const width = 4 * this.h;
    const [square, cross] = [width * width, this.problem.rank * width];
    for (let s = 1; s < items; s++) {
      for (let n = 0; n < square; n++) normals[n] += normals[s * square + n];
      for (let n = 0; n < cross; n++) crosses[n] += crosses[s * cross + n];
    }
    for (let r = 0; r < width; r++)
      for (let c = 0; c < r; c++) normals[c * width + r] = normals[r * width + c];
  }

  /** dE/dB = 2 (BN − UC). */
  private async boneSlopes(task: Task): Promise<void> {
    const { parallel, problem, h } = this;
    const width = 4 * h;
    const rows = 3 * problem.frameCount;
    await parallel.run(task, kernels.product, rows, 12, {
      a: this.bones,
      aRow: width,
      aDepth: 1,
      b: this.normals,
      ldB: width,
      depth: width,
      n: width,
      out: this.frameSlopes,
      ldOut: width,
    });
    await parallel.run(task, kernels.product, rows, 12, {
      a: problem.basis,
      aRow: problem.stride,
      aDepth: 1,
      b: this.crosses,
      ldB: width,
      depth: problem.rank,
      n: width,
      out: this.frameCrosses,
      ldOut: width,
    });
    const { frameSlopes, frameCrosses } = this;
    for (let n = 0; n < frameSlopes.length; n++) frameSlopes[n] = 2 * (frameSlopes[n] - frameCrosses[n]);
  }

  /** Gradient of mapped angles and translations from the gradient of the bones. */
  private pullBack(x: Float64Array, slope: Float64Array): void {
    const { h, pivots, turns, order, frameSlopes } = this;
    const angles = new Float64Array(3);
    const [small, m, d] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
    for (let n = 0; n < this.problem.frameCount * h; n++) {
      const [k, j] = [Math.floor(n / h), n % h];
      for (let a = 0; a < 3; a++) {
        const at = (3 * k + a) * 4 * h + 4 * j;
        const shift = frameSlopes[at + 3];
        slope[this.translations + 3 * n + a] = shift;
        for (let c = 0; c < 3; c++) d[3 * a + c] = frameSlopes[at + c] - shift * pivots[3 * j + c];
        angles[a] = unmapAngle(x[this.angles + 3 * n + a]);
      }
      for (let a = 0; a < 3; a++) {
        eulerDerivative(order, angles, 0, a, small);
        multiply3(m, turns.subarray(9 * n, 9 * n + 9), small);
        let sum = 0;
        for (let e = 0; e < 9; e++) sum += d[e] * m[e];
        slope[this.angles + 3 * n + a] = 2 * Math.PI * sum;
      }
    }
  }

  /** Bounds the curvature from below, so that numbers without effect do not diverge. */
  private writeCurvature(curvature: Float64Array): void {
    const { h, normals } = this;
    const width = 4 * h;
    const frames = this.problem.frameCount;
    let total = 0;
    for (let n = 0; n < this.angles; n++) total += curvature[n];
    const least = 1e-3 * (total / this.angles) + 1e-12;
    for (let n = 0; n < this.angles; n++) curvature[n] = Math.max(curvature[n], least);
    for (let j = 0; j < h; j++) {
      const at = (a: number, c: number) => normals[(4 * j + a) * width + 4 * j + c];
      const mass = at(3, 3);
      let spread = 0;
      for (let a = 0; a < 3; a++) {
        const p = this.pivots[3 * j + a];
        spread += at(a, a) - 2 * p * at(a, 3) + p * p * mass;
      }
      const turning = 2 * (2 * Math.PI) ** 2 * Math.max(spread, 1e-4 * mass, 1e-6);
      for (let k = 0; k < frames; k++) {
        const n = 3 * (k * h + j);
        curvature.fill(turning, this.angles + n, this.angles + n + 3);
        curvature.fill(2 * Math.max(mass, 1e-6), this.translations + n, this.translations + n + 3);
      }
    }
  }
}
