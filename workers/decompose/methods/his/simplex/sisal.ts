/**
 * Finds nearly the smallest simplex around points: −log|det X| + λ Σ max(0, −XD) over X with 1ᵀX = [0 … 0 1]
 * (Bioucas-Dias 2009), with each convex approximation solved by alternating directions on Z = XD. λ limits how far a
 * point can pull a face, so a few wild points stay outside. The caller handles them.
 *
 * Every approximation uses the barycentric coordinates of the last simplex, X ← (I + E)X with −log det(I + E) ≤ −tr E +
 * κ/2 |E|². The result then does not depend on the coordinates, one bound fits all entries, and the scale of the duals
 * is known (the duals of a face sum to n − 1 at the optimum). So λ and τ need no tuning. In the points' own coordinates
 * the best λ differed by three orders of magnitude between meshes.
 */
import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import type { Task } from "../../../../model/task";
import { inverse, logDeterminant, multiplySquare } from "./dense";
import type { PointSet } from "./point-set";

export interface SisalOptions {
  /** The most approximations. */
  iterations: number;
  /** Alternating steps per approximation. */
  innerSteps: number;
  /** λ: the weight of the penalty on points outside. */
  penalty: number;
  /** The search ends when the objective falls by less than this. */
  tolerance: number;
}

export const SISAL_DEFAULTS: SisalOptions = {
  iterations: 60,
  innerSteps: 8,
  penalty: 10,
  tolerance: 1e-4,
};

/** κ: above 1, the bound would hold for every E that is not large. */
const CURVATURE = 1;
const HALVINGS = 25;

/** Arena bytes for `sisal`. */
export function sisalBytes(count: number, corners: number): number {
  const wide = corners + 4;
  return 8 * (4 * corners * (count + 4) + (count + 4) * wide + 4 * wide * wide) + 1024;
}

/** @returns X with a lower objective than `start`. Neither has to enclose the points. */
export async function sisal(
  parallel: Parallel,
  set: PointSet,
  start: Float64Array,
  options: SisalOptions,
  task: Task,
): Promise<Float64Array> {
  const { arena } = parallel;
  const mark = arena.mark();
  const solver = new Sisal(parallel, set, options);
  const found = await solver.solve(start, task);
  arena.release(mark);
  return found;
}

class Sisal {
  private readonly parallel: Parallel;
  private readonly set: PointSet;
  private readonly options: SisalOptions;
  private readonly n: number;
  private readonly stride: number;
  /** τ: how strongly Z = XD is enforced while X and Z are solved in turn. */
  private readonly stiffness: number;
  /** n rows of `count`: barycentric coordinates, Z, and the scaled duals. */
  private readonly weights: Float64Array;
  private readonly split: Float64Array;
  private readonly duals: Float64Array;
  private readonly work: Float64Array;
  /** `count` rows of `stride`: the barycentric coordinates by points. */
  private readonly turned: Float64Array;
  private readonly matrix: Float64Array;
  private readonly product: Float64Array;

  constructor(parallel: Parallel, set: PointSet, options: SisalOptions) {
    const { arena } = parallel;
    const { corners: n, count } = set;
    this.parallel = parallel;
    this.set = set;
    this.options = options;
    this.n = n;
    this.stride = 4 * Math.ceil(n / 4);
    this.stiffness = n;
    [this.weights, this.split, this.duals, this.work] = [0, 1, 2, 3].map(() => arena.f64(n * count));
    this.turned = arena.f64(count * this.stride).fill(0);
    this.matrix = arena.f64(n * this.stride).fill(0);
    this.product = arena.f64(this.stride * this.stride);
  }

  async solve(start: Float64Array, task: Task): Promise<Float64Array> {
    const { n, options, weights, split, duals } = this;
    let x = start;
    this.look(x);
    split.set(weights);
    duals.fill(0);
    let value = this.penalty(weights) - logDeterminant(x, n);
    for (let it = 0; it < options.iterations && !task.finishNow; it++) {
      const change = await this.approximate(task);
      if (!change) break;
      const [next, reached] = this.search(x, change, value);
      await task.checkpoint();
      if (!next) break;
      const gain = value - reached;
      x = next;
      value = reached;
      this.look(x);
      if (gain < options.tolerance) break;
    }
    return x;
  }

  /** E of one approximation, n by n. */
  private async approximate(task: Task): Promise<Float64Array | null> {
    const { n, stride, parallel, weights, split, duals, work, options, stiffness } = this;
    const gram = this.rightProduct(weights);
    const system = Float64Array.from(
      { length: n * n },
      (_, e) => stiffness * gram[Math.floor(e / n) * stride + (e % n)],
    );
    for (let c = 0; c < n; c++) system[c * n + c] += CURVATURE;
    const solved = inverse(system, n);
    if (!solved) return null;
    let change: Float64Array = new Float64Array(n * n);
    const lift = options.penalty / stiffness;
    // The duals of the last approximation still hold: they mean the same in the new coordinates.
    for (let e = 0; e < work.length; e++) work[e] = split[e] - duals[e] - weights[e];
    for (let step = 0; step < options.innerSteps; step++) {
      const pull = this.rightProduct(work);
      const right = new Float64Array(n * n);
      for (let c = 0; c < n; c++) {
        let mean = 0;
        for (let j = 0; j < n; j++) {
          right[j * n + c] = stiffness * pull[j * stride + c] + (j === c ? 1 : 0);
          mean += right[j * n + c] / n;
        }
        for (let j = 0; j < n; j++) right[j * n + c] -= mean;
      }
      change = multiplySquare(right, solved, n);
      this.leftProduct(change, work);
      parallel.callBlock(kernels.hingeStep, 0, work.length, { weights, moved: work, duals, work, lift });
      await task.checkpoint();
    }
    for (let e = 0; e < work.length; e++) split[e] = work[e] + duals[e] + weights[e];
    return change;
  }

  /** Tries x + E x, then half the way to it, a quarter …, and returns the first with a lower objective. */
  private search(x: Float64Array, change: Float64Array, before: number): [Float64Array | null, number] {
    const { n, weights, work, options } = this;
    this.leftProduct(change, work);
    const moved = multiplySquare(change, x, n);
    let share = 1;
    for (let turn = 0; turn < HALVINGS; turn++) {
      const next = x.map((value, e) => value + share * moved[e]);
      let outside = 0;
      for (let e = 0; e < weights.length; e++) outside -= Math.min(0, weights[e] + share * work[e]);
      const value = options.penalty * outside - logDeterminant(next, n);
      if (value < before) return [next, value];
      share /= 2;
    }
    return [null, before];
  }

  private penalty(weights: Float64Array): number {
    let outside = 0;
    for (let e = 0; e < weights.length; e++) outside -= Math.min(0, weights[e]);
    return this.options.penalty * outside;
  }

  /** Sets the barycentric coordinates in both layouts. */
  private look(x: Float64Array): void {
    const { n, set, parallel, matrix, weights, turned, stride } = this;
    const { transposed, count } = set;
    for (let j = 0; j < n; j++) matrix.set(x.subarray(j * n, (j + 1) * n), j * stride);
    parallel.callBlock(kernels.product, 0, n, {
      a: matrix,
      aRow: stride,
      aDepth: 1,
      b: transposed,
      ldB: count,
      depth: n,
      n: count,
      out: weights,
      ldOut: count,
    });
    for (let j = 0; j < n; j++)
      for (let m = 0; m < count; m++) turned[m * stride + j] = weights[j * count + m];
  }

  /** n rows of `count` times the barycentric coordinates by points: n rows of `stride`. */
  private rightProduct(rows: Float64Array): Float64Array {
    const { n, set, parallel, turned, product, stride } = this;
    const { count } = set;
    parallel.callBlock(kernels.product, 0, n, {
      a: rows,
      aRow: count,
      aDepth: 1,
      b: turned,
      ldB: stride,
      depth: count,
      n: stride,
      out: product,
      ldOut: stride,
    });
    return product;
  }

  /** out = E times the barycentric coordinates, n rows of `count`. */
  private leftProduct(change: Float64Array, out: Float64Array): void {
    const { n, set, parallel, matrix, weights, stride } = this;
    const { count } = set;
    for (let j = 0; j < n; j++) matrix.set(change.subarray(j * n, (j + 1) * n), j * stride);
    parallel.callBlock(kernels.product, 0, n, {
      a: matrix,
      aRow: stride,
      aDepth: 1,
      b: weights,
      ldB: count,
      depth: n,
      n: count,
      out,
      ldOut: count,
    });
  }
}
