/**
 * Conjugate gradients on A x = r from the current x. r is the right-hand side at first and the residual afterwards. The
 * preconditioner is either the inverse diagonal blocks with the coarse level, or a factor that lacks some rows.
 */
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { Task } from "../../../model/task";
import type { SparseLdlt } from "../../../sparse/sparse-ldlt";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import type { CoarseLevel } from "../coarse/coarse-level";
import type { LaplacianRows } from "./laplacian-rows";

/** The most steps with the factor, and the tolerance that ends them. */
const MOST_CORRECTIONS = 500;
const CORRECTED = 1e-12;

export class ConjugateGradients {
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly rows: LaplacianRows;
  private readonly coarse: CoarseLevel | null;

  /** @param rows the part of A that the blocks of edges do not contain. */
  constructor(
    parallel: Parallel,
    plan: ArapPlan,
    memory: ArapMemory,
    rows: LaplacianRows,
    coarse: CoarseLevel | null,
  ) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.rows = rows;
    this.coarse = coarse;
  }

  /** A·v with the constraints; returns v·A·v. */
  async multiply(v: Float64Array, out: Float64Array, task: Task): Promise<number> {
    const { memory, plan } = this;
    await this.parallel.run(task, kernels.arapMultiply, plan.vertexCount, VERTEX_BLOCK, {
      system: memory.system,
      x: v,
      out,
      partial: memory.partial,
      block: VERTEX_BLOCK,
    });
    return this.sumPartial(1, 0) + this.rows.addProduct(v, out);
  }

  private sumPartial(stride: number, at: number): number {
    let sum = 0;
    const blocks = Math.ceil(this.plan.vertexCount / VERTEX_BLOCK);
    for (let n = 0; n < blocks; n++) sum += this.memory.partial[stride * n + at];
    return sum;
  }

  /** Takes steps with the inverse diagonal blocks and the coarse level, until they converge or reach a limit. */
  async steps(steps: number, task: Task): Promise<void> {
    const { memory, plan, parallel } = this;
    const { x, p, q, r, z } = memory;
    const coarse = (await this.coarse?.settle(task)) ? this.coarse : null;
    const advance = async (alpha: number) =>
      (await this.advance(alpha, task)) + (coarse ? await coarse.correct(r, task) : 0);
    await this.multiply(x, q, task);
    p.fill(0);
    let inner = await advance(1);
    const enough = plan.settings.tolerance ** 2 * inner;
    let beta = 0;
    for (let step = 0; step < steps && inner > enough; step++) {
      if (coarse) await coarse.direct(z, p, beta, task);
      else parallel.call(kernels.arapDirection, { n: x.length, z, p, beta });
      const curvature = await this.multiply(p, q, task);
      if (!(curvature > 0)) return;
      const next = await advance(inner / curvature);
      beta = next / inner;
      inner = next;
    }
  }

  /** x += α p, r −= α q, z = (diagonal blocks)⁻¹ r; returns r·z. */
  private async advance(alpha: number, task: Task): Promise<number> {
    const { memory, plan } = this;
    await this.parallel.run(task, kernels.arapAdvance, plan.vertexCount, VERTEX_BLOCK, {
      system: memory.system,
      alpha,
      x: memory.x,
      r: memory.r,
      z: memory.z,
      p: memory.p,
      q: memory.q,
      partial: memory.partial,
      block: VERTEX_BLOCK,
    });
    return this.sumPartial(2, 0);
  }

  /** Solves to convergence with the factor, which lacks the coupling of null Laplacians beyond the diagonal blocks. */
  async withFactor(factor: SparseLdlt, task: Task): Promise<void> {
    const { x, r, z, p, q } = this.memory;
    await this.multiply(x, q, task);
    for (let n = 0; n < r.length; n++) r[n] -= q[n];
    p.fill(0);
    let [inner, enough] = [0, 0];
    for (let step = 0; step <= MOST_CORRECTIONS; step++) {
      z.set(r);
      await factor.solve(z, 1, task);
      let next = 0;
      for (let n = 0; n < r.length; n++) next += r[n] * z[n];
      if (step === 0) enough = CORRECTED ** 2 * next;
      if (!(next > enough)) return;
      const beta = step > 0 ? next / inner : 0;
      for (let n = 0; n < p.length; n++) p[n] = z[n] + beta * p[n];
      const curvature = await this.multiply(p, q, task);
      if (!(curvature > 0)) return;
      for (let n = 0; n < x.length; n++) x[n] += (next / curvature) * p[n];
      for (let n = 0; n < r.length; n++) r[n] -= (next / curvature) * q[n];
      inner = next;
    }
  }
}
