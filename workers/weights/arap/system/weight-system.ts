/**
 * The linear system for all weights at once, A x = b (Thiery & Eisemann 2018, section 4.2), where x has all weights but
 * the first of each vertex. A(ia, kb) = s_ik [q(ia, kb) − q(i0, kb) − q(ia, k0) + q(i0, k0)] with q(ia, kb) = h_iᵀ G_ab
 * h_k. Only G depends on the exemplars. Constraints are in the diagonal blocks (`HeldBlocks`).
 *
 * The default solver is conjugate gradients with the inverses of the diagonal blocks, starting from the current
 * weights. For 24 bones, ten steps gain as much as a factor that takes a hundred times as long to make, and a brush
 * changes only the blocks of its vertices. (The choice of the first weight does not matter: a change of basis within
 * blocks does not change the steps.) The factor is meant for exact results with small supports.
 */
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { Task } from "../../../model/task";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import { CoarseLevel } from "../coarse/coarse-level";
import type { Held } from "../constraints/constraint-set";
import { HeldBlocks } from "../constraints/held-blocks";
import { poseGram } from "../pose-motions";
import { ProximalPull } from "../proximal-pull";
import { ConjugateGradients } from "./conjugate-gradients";
import { LaplacianRows, type NullLaplacian } from "./laplacian-rows";
import { type HeldChange, WeightFactor } from "./weight-factor";

/** The number of blocks that are written between two checkpoints, some milliseconds apart. */
const HELD_AT_ONCE = 512;

export class WeightSystem {
  /** Heat weights in f64, rows sum to 1. */
  readonly heat: Float64Array;
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly pull: ProximalPull;
  private readonly rows: LaplacianRows;
  private readonly blocks: HeldBlocks;
  private readonly coarse: CoarseLevel | null;
  private readonly gradients: ConjugateGradients;
  /** For the exact solver. */
  private readonly factor: WeightFactor | null;

  private constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.heat = Float64Array.from(plan.input.heat.values);
    const { offsets } = plan.input.heat;
    for (let i = 0; i < plan.vertexCount; i++) {
      const row = this.heat.subarray(offsets[i], offsets[i + 1]);
      const sum = row.reduce((all, w) => all + w, 0);
      for (let e = 0; e < row.length; e++) row[e] = sum > 0 ? row[e] / sum : 1 / row.length;
    }
    this.rows = new LaplacianRows(plan);
    this.pull = new ProximalPull(plan, memory, this.heat);
    this.blocks = new HeldBlocks(plan, memory, this.heat, this.pull, this.rows);
    this.coarse = plan.coarse && new CoarseLevel(parallel, plan, plan.coarse, memory);
    this.gradients = new ConjugateGradients(parallel, plan, memory, this.rows, this.coarse);
    const exact = plan.symbolic && plan.unknowns > 0;
    this.factor = exact ? new WeightFactor(parallel, plan, memory, this.blocks) : null;
  }

  /** Assembles A. Call `hold` for all blocks before the first solve. */
  static async create(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, task: Task) {
    const made = new WeightSystem(parallel, plan, memory);
    await made.repose(plan.motions, task);
    return made;
  }

  /** Assembles everything again for other motions of the pieces. Call `hold` for all vertices afterwards. */
  async repose(motions: Float64Array, task: Task): Promise<void> {
    const { plan, parallel, memory } = this;
    this.outdate();
    poseGram(motions, plan.pieces.count, memory.gram);
    await task.checkpoint();
    await parallel.run(task, kernels.arapAssemble, plan.vertexCount, VERTEX_BLOCK, { system: memory.system });
    this.pull.measure();
    await task.checkpoint();
  }

  private outdate(): void {
    if (this.factor) this.factor.stale = true;
  }

  /** Assembles the rows of vertices again after the weights of their edges changed. Call `hold` for them afterwards. */
  reassemble(vertices: readonly number[]): void {
    for (const i of vertices) {
      this.parallel.callBlock(kernels.arapAssemble, i, i + 1, { system: this.memory.system });
      this.pull.measureOne(i);
    }
    if (vertices.length > 0) this.outdate();
  }

  /**
   * Replaces the Laplacians of weights that are pulled to 0. Call `hold` for the returned vertices afterwards.
   * @param laplacians the Laplacians, with a stiffness relative to the box's squared diagonal, times Λ_i and the
   * exemplars.
   */
  smooth(laplacians: readonly NullLaplacian[]): number[] {
    const before = this.rows.count;
    if (before === 0 && laplacians.length === 0) return [];
    this.outdate();
    return this.rows.set(
      laplacians.map((row) => ({
        ...row,
        stiffness: (row.stiffness * this.blocks.stiffness(row.vertex)) / this.plan.settings.stiffness,
      })),
    );
  }

  /** How strongly each bone is drawn to its heat weights, B, relative to μ. */
  get strengths(): ArrayLike<number> {
    return this.pull.strengths;
  }

  /** Sets other strengths. Call `hold` for the vertices that such bones move afterwards. */
  strengthen(strengths: ArrayLike<number>): void {
    this.pull.strengths.set(strengths);
    this.outdate();
  }

  /**
   * Replaces the constraints of vertices, and writes their blocks.
   * @param holds the current constraints of each vertex.
   */
  async hold(holds: Iterable<[number, Held[]]>, task: Task): Promise<void> {
    const { plan, parallel, memory, blocks, factor } = this;
    const whole = factor?.stale === false;
    this.outdate();
    const changes: HeldChange[] = [];
    for (const [i, held] of holds) {
      if (changes.length % HELD_AT_ONCE === HELD_AT_ONCE - 1) await task.checkpoint();
      changes.push([i, blocks.at(i), held]);
      blocks.write(i, held);
      this.coarse?.change(i, this.heat, (e) => blocks.isFree(i, e));
    }
    if (changes.length > plan.vertexCount / 2) {
      await parallel.run(task, kernels.arapInvert, plan.vertexCount, VERTEX_BLOCK, { system: memory.system });
    } else {
      for (const [i] of changes) parallel.callBlock(kernels.arapInvert, i, i + 1, { system: memory.system });
    }
    await factor?.follow(changes, whole, task);
  }

  /** Sets x to the weights. */
  readWeights(): void {
    const { offsets } = this.plan.input.heat;
    const { x, weights } = this.memory;
    for (let i = 0; i < this.plan.vertexCount; i++) {
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) x[e - i - 1] = weights[e];
    }
  }

  /** x·A·x − 2x·pull + 2x·constant + base + Σ of the penalties' constants: the energy without its rotations. */
  async quadratic(task: Task): Promise<number> {
    const { x, q, pull, constant, base } = this.memory;
    let sum = await this.gradients.multiply(x, q, task);
    for (let n = 0; n < x.length; n++) sum += 2 * x[n] * (constant[n] - pull[n]);
    for (const b of base) sum += b;
    return sum + this.penalties(null);
  }

  /** The cost of constraints, null Laplacians and the proximal term for the given weights; null means x = 0. */
  penalties(weights: Float64Array | null): number {
    return this.blocks.penalties(weights);
  }

  /** Moves x towards A x = right + pull by some steps, or solves it exactly. */
  async solve(task: Task, steps = this.plan.settings.steps): Promise<void> {
    const { r, right, pull, x } = this.memory;
    for (let n = 0; n < r.length; n++) r[n] = right[n] + pull[n];
    if (this.plan.unknowns === 0) return;
    if (!this.factor) return this.gradients.steps(steps, task);
    const ldlt = await this.factor.whole(task);
    if (this.rows.count > 0) return this.gradients.withFactor(ldlt, task);
    await ldlt.solve(r, 1, task);
    x.set(r);
  }
}
