/**
 * The quadratic program of a simplex: min ½ Σ G∘X∘X + C·X over n by n matrices X with XD ≥ 0 and 1ᵀX = [0 … 0 1]. Rows
 * of X share the points D and are coupled only through the sums of columns. An interior-point step therefore solves one
 * n by n system for each row and one more for the multipliers of the sums (Mehrotra's predictor and corrector, Nocedal
 * & Wright, algorithm 16.4). Most of its time goes into weighted Gram matrices of the points, which a kernel computes.
 */
import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import { scratchNumbers } from "../../../../kernels/scratch";
import type { Task } from "../../../../model/task";
import { type PointSet, timesPoints, timesTransposed } from "./point-set";

const STEPS = 60;
/**
 * The program is solved when the residual is below this, and the complementarity below this share of its first value.
 */
const SOLVED = 1e-11;
/** A step may go this share of the way to the boundary. */
const STEP_SHARE = 0.995;

/** Arena bytes for `solveRows`. */
export function rowsBytes(count: number, corners: number, threads: number): number {
  const stride = corners + 4;
  return (
    8 *
      (7 * corners * (count + 4) +
        corners * stride * stride +
        5 * corners * stride +
        threads * scratchNumbers(kernels.weightedGramsScratch, { ld: stride }) +
        2 * stride * stride) +
    2048
  );
}

/**
 * @param diagonal G, n·n, above 0.
 * @param start an X whose columns have the required sums. It need not enclose the points.
 * @returns X, which meets the constraints to rounding; null if no progress was possible.
 */
export async function solveRows(
  parallel: Parallel,
  set: PointSet,
  diagonal: Float64Array,
  linear: Float64Array,
  start: Float64Array,
  task: Task,
): Promise<Float64Array | null> {
  const { arena } = parallel;
  const mark = arena.mark();
  const solver = new RowSolver(parallel, set, diagonal, linear, start);
  const found = await solver.solve(task);
  arena.release(mark);
  return found;
}

class RowSolver {
  private readonly parallel: Parallel;
  private readonly set: PointSet;
  private readonly n: number;
  private readonly diagonal: Float64Array;
  private readonly linear: Float64Array;
  /** n rows of `stride`. */
  private readonly x: Float64Array;
  private readonly dx: Float64Array;
  private readonly rowSums: Float64Array;
  /** n rows of `count`. */
  private readonly slack: Float64Array;
  private readonly dual: Float64Array;
  private readonly slackStep: Float64Array;
  private readonly dualStep: Float64Array;
  private readonly reach: Float64Array;
  private readonly middle: Float64Array;
  private readonly systems: Float64Array;
  private readonly shared: Float64Array;
  private readonly column: Float64Array;
  private readonly scratch: Float64Array;
  private readonly multipliers: Float64Array;

  constructor(
    parallel: Parallel,
    set: PointSet,
    diagonal: Float64Array,
    linear: Float64Array,
    start: Float64Array,
  ) {
    const { arena } = parallel;
    const { corners: n, stride, count } = set;
    this.parallel = parallel;
    this.set = set;
    this.n = n;
    this.diagonal = diagonal;
    this.linear = linear;
    const rows = () => arena.f64(n * stride).fill(0);
    const wide = () => arena.f64(n * count);
    [this.x, this.dx, this.rowSums] = [rows(), rows(), rows()];
    [this.slack, this.dual, this.slackStep, this.dualStep] = [wide(), wide(), wide(), wide()];
    [this.reach, this.middle] = [wide(), wide()];
    this.systems = arena.f64(n * stride * stride);
    this.shared = arena.f64(stride * stride);
    this.column = arena.f64(stride);
    this.scratch = arena.f64(parallel.threads * scratchNumbers(kernels.weightedGramsScratch, { ld: stride }));
    this.multipliers = new Float64Array(n);
    for (let j = 0; j < n; j++) this.x.set(start.subarray(j * n, (j + 1) * n), j * stride);
    this.begin();
  }

  async solve(task: Task): Promise<Float64Array | null> {
    const { n, slack, dual, set } = this;
    const first = this.complementarity();
    for (let step = 0; step < STEPS; step++) {
      const mu = this.complementarity();
      const off = this.primalResidual();
      if (mu <= SOLVED * first && off <= 1e-10) break;
      if (!(mu < Infinity)) return null;
      await this.factor(task);
      // Predictor: straight to complementarity 0.
      this.middle.fill(0);
      for (let e = 0; e < slack.length; e++) this.middle[e] = -slack[e] * dual[e];
      this.direction();
      const [p, d] = [this.longest(slack, this.slackStep), this.longest(dual, this.dualStep)];
      let ahead = 0;
      for (let e = 0; e < slack.length; e++)
        ahead += (slack[e] + p * this.slackStep[e]) * (dual[e] + d * this.dualStep[e]);
      const centring = (ahead / slack.length / mu) ** 3;
      for (let e = 0; e < slack.length; e++)
        this.middle[e] = centring * mu - slack[e] * dual[e] - this.slackStep[e] * this.dualStep[e];
      this.direction();
      const along = Math.min(1, STEP_SHARE * this.longest(slack, this.slackStep));
      const up = Math.min(1, STEP_SHARE * this.longest(dual, this.dualStep));
      const both = Math.min(along, up);
      this.advance(both, both);
      await task.checkpoint();
    }
    const out = new Float64Array(n * n);
    for (let j = 0; j < n; j++) out.set(this.x.subarray(j * set.stride, j * set.stride + n), j * n);
    return out;
  }

  /** Sets slack and duals well inside their bounds, with equal products. */
  private begin(): void {
    const { n, slack, dual, set, diagonal, linear, x } = this;
    timesPoints(this.parallel, this.set, x, slack);
    let steep = 0;
    for (let j = 0; j < n; j++)
      for (let c = 0; c < n; c++)
        steep = Math.max(steep, Math.abs(diagonal[j * n + c] * x[j * set.stride + c] + linear[j * n + c]));
    const target = Math.max(steep, 1e-12) / set.count / n;
    for (let e = 0; e < slack.length; e++) {
      slack[e] = Math.max(slack[e], 0.05 / n);
      dual[e] = target / slack[e];
    }
  }

  private complementarity(): number {
    const { slack, dual } = this;
    let sum = 0;
    for (let e = 0; e < slack.length; e++) sum += slack[e] * dual[e];
    return sum / slack.length;
  }

  /** max |XD − slack|; `reach` gets XD. */
  private primalResidual(): number {
    const { slack, reach } = this;
    timesPoints(this.parallel, this.set, this.x, reach);
    let most = 0;
    for (let e = 0; e < slack.length; e++) most = Math.max(most, Math.abs(reach[e] - slack[e]));
    return most;
  }

  /** H_j = G_j + D diag(dual / slack) Dᵀ, factored, and Σ H_j⁻¹, factored. */
  private async factor(task: Task): Promise<void> {
    const { parallel, set, n, slack, dual, systems, shared, column, diagonal } = this;
    const { stride, count } = set;
    for (let e = 0; e < slack.length; e++) this.middle[e] = dual[e] / slack[e];
    await parallel.run(task, kernels.weightedGrams, n, 1, {
      points: set.points,
      count,
      ld: stride,
      t: this.middle,
      out: systems,
      scratch: this.scratch,
    });
    shared.fill(0);
    for (let j = 0; j < n; j++) {
      const at = j * stride * stride;
      for (let c = 0; c < n; c++) systems[at + c * stride + c] += diagonal[j * n + c];
      const system = systems.byteOffset + 8 * at;
      parallel.call(kernels.cholesky, { a: system, n, ld: stride, floor: 1e-300 });
      for (let c = 0; c < n; c++) {
        column.fill(0);
        column[c] = 1;
        parallel.call(kernels.choleskySolve, { l: system, n, ld: stride, x: column });
        for (let r = 0; r < n; r++) shared[r * stride + c] += column[r];
      }
    }
    parallel.call(kernels.cholesky, { a: shared, n, ld: stride, floor: 1e-300 });
  }

  /** The step for the complementarity in `middle` (slack·dualStep + dual·slackStep). Needs `reach` = XD. */
  private direction(): void {
    const { parallel, set, n, slack, dual, reach, middle, dx, rowSums, column, systems, x } = this;
    const { stride } = set;
    const { slackStep, dualStep } = this;
    for (let e = 0; e < slack.length; e++)
      slackStep[e] = dual[e] + (middle[e] - dual[e] * (reach[e] - slack[e])) / slack[e];
    timesTransposed(this.parallel, this.set, slackStep, rowSums);
    const sums = new Float64Array(n);
    const total = new Float64Array(n);
    for (let j = 0; j < n; j++) {
      for (let c = 0; c < n; c++) {
        const g = this.diagonal[j * n + c] * x[j * stride + c] + this.linear[j * n + c] + this.multipliers[c];
        column[c] = rowSums[j * stride + c] - g;
        total[c] += x[j * stride + c];
      }
      parallel.call(kernels.choleskySolve, {
        l: systems.byteOffset + 8 * j * stride * stride,
        n,
        ld: stride,
        x: column,
      });
      for (let c = 0; c < n; c++) {
        dx[j * stride + c] = column[c];
        sums[c] += column[c];
      }
    }
    for (let c = 0; c < n; c++) column[c] = sums[c] - ((c === n - 1 ? 1 : 0) - total[c]);
    parallel.call(kernels.choleskySolve, { l: this.shared, n, ld: stride, x: column });
    this.multiplierStep = column.slice(0, n);
    for (let j = 0; j < n; j++) {
      column.set(this.multiplierStep);
      parallel.call(kernels.choleskySolve, {
        l: systems.byteOffset + 8 * j * stride * stride,
        n,
        ld: stride,
        x: column,
      });
      for (let c = 0; c < n; c++) dx[j * stride + c] -= column[c];
    }
    timesPoints(this.parallel, this.set, dx, slackStep);
    for (let e = 0; e < slack.length; e++) {
      slackStep[e] += reach[e] - slack[e];
      dualStep[e] = (middle[e] - dual[e] * slackStep[e]) / slack[e];
    }
  }

  private multiplierStep = new Float64Array(0);

  /** The longest step, at most 1 / STEP_SHARE, that keeps all values at 0 or above. */
  private longest(values: Float64Array, steps: Float64Array): number {
    let most = 1 / STEP_SHARE;
    for (let e = 0; e < values.length; e++) if (values[e] + most * steps[e] < 0) most = -values[e] / steps[e];
    return most;
  }

  private advance(along: number, up: number): void {
    const { x, dx, slack, dual, slackStep, dualStep } = this;
    for (let e = 0; e < x.length; e++) x[e] += along * dx[e];
    for (let e = 0; e < slack.length; e++) {
      slack[e] += along * slackStep[e];
      dual[e] += up * dualStep[e];
    }
    for (let c = 0; c < this.n; c++) this.multipliers[c] += up * this.multiplierStep[c];
  }
}
