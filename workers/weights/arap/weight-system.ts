/**
 * The linear system for all weights at once, A x = b (Thiery & Eisemann 2018, section 4.2), x the weights without the first
 * of each vertex. A(ia, kb) = s_ik [q(ia, kb) − q(i0, kb) − q(ia, k0) + q(i0, k0)] with q(ia, kb) = h_iᵀ G_ab h_k needs no
 * exemplar but for G. Constraints and the proximal term are in the diagonal blocks, which are written anew where they
 * change, so that nothing drifts. A constraint on the first weight of a vertex is Σ x = 1 − ŵ: a full block of rank one.
 *
 * The default solver is conjugate gradients with the inverses of the diagonal blocks, from the weights at hand: for 24
 * bones it gains in ten steps what a factor gains that takes a hundred times as long to make, and a brush changes nothing
 * but its vertices' blocks. (The choice of the first weight does not matter to it: a change of basis within blocks leaves
 * every step as it is.) The factor is for the last digits, where supports are small.
 */
import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import { NotPositiveError } from "../../sparse/ldlt";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { type ArapMemory, BLOCK } from "./arap-memory";
import { type ArapPlan, scalarMatrix } from "./arap-plan";
import { CoarseLevel } from "./coarse-level";
import { ConjugateGradients } from "./conjugate-gradients";
import type { Held } from "./constraint-set";
import { LaplacianRows, type NullLaplacian } from "./laplacian-rows";
import { poseGram } from "./pose-motions";

/** The least of the proximal term, in parts of the mean stiffness: at a joint two bones move a vertex alike. */
const LEAST_PULL = 1e-9;
/** Masses of vertices without area, for constraints, in parts of the mean. */
const LEAST_MASS = 1e-6;

export class WeightSystem {
  /** Heat weights in f64, rows sum to 1. */
  readonly heat: Float64Array;
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  /** Strength of the proximal term, V, and the least of it. */
  private readonly pulls: Float64Array;
  private leastPull = 0;
  private readonly rows: LaplacianRows;
  /** Constraints that the blocks hold. */
  private readonly held: Held[][];
  private readonly coarse: CoarseLevel | null;
  private readonly gradients: ConjugateGradients;
  private ldlt: SparseLdlt | null = null;
  /** Whether the factor may be of another matrix: a change of constraints was stopped half way. */
  private stale = false;

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
    this.pulls = new Float64Array(plan.vertexCount);
    this.held = Array.from({ length: plan.vertexCount }, () => []);
    this.rows = new LaplacianRows(plan);
    this.coarse = plan.coarse && new CoarseLevel(parallel, plan, plan.coarse, memory);
    this.gradients = new ConjugateGradients(parallel, plan, memory, this.rows, this.coarse);
  }

  /** Assembles A. Blocks have to be held before the first solve. */
  static async create(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, task: Task) {
    const made = new WeightSystem(parallel, plan, memory);
    poseGram(plan.motions, plan.pieces.count, memory.gram);
    await parallel.run(task, "arapAssemble", plan.vertexCount, BLOCK, [memory.system.byteOffset]);
    made.setPulls();
    return made;
  }

  /** Unknowns of vertex i: where they begin, how many. */
  private unknownsOf(i: number): [number, number] {
    const { offsets } = this.plan.input.heat;
    return [offsets[i] - i, offsets[i + 1] - offsets[i] - 1];
  }

  /** The mean diagonal of a vertex's block. */
  private meanDiagonal(i: number): number {
    const [, m] = this.unknownsOf(i);
    let trace = 0;
    for (let a = 0; a < m; a++) trace += this.memory.blocks[this.plan.blockOffsets[i] + a * (m + 1)];
    return m > 0 ? trace / m : 0;
  }

  /** μ times the mean diagonal of each vertex's block. */
  private setPulls(): void {
    const { plan, pulls } = this;
    let [mean, counted] = [0, 0];
    for (let i = 0; i < plan.vertexCount; i++) {
      pulls[i] = this.meanDiagonal(i);
      mean += pulls[i];
      counted += this.unknownsOf(i)[1] > 0 ? 1 : 0;
    }
    this.leastPull = mean > 0 ? (LEAST_PULL * mean) / counted : 1;
    for (let i = 0; i < pulls.length; i++) {
      pulls[i] = Math.max(plan.settings.proximal * pulls[i], this.leastPull);
    }
  }

  /** Assembles everything anew for other motions of the pieces. `hold` has to follow for all vertices. */
  async repose(motions: Float64Array, task: Task): Promise<void> {
    const { plan, parallel, memory } = this;
    this.stale = true;
    poseGram(motions, plan.pieces.count, memory.gram);
    await parallel.run(task, "arapAssemble", plan.vertexCount, BLOCK, [memory.system.byteOffset]);
    this.setPulls();
  }

  /** Assembles the rows of vertices anew whose edges count otherwise. `hold` has to follow for them. */
  reassemble(vertices: readonly number[]): void {
    const { plan, parallel, memory } = this;
    for (const i of vertices) {
      parallel.call("arapAssemble", i, i + 1, 0, memory.system.byteOffset);
      this.pulls[i] = Math.max(plan.settings.proximal * this.meanDiagonal(i), this.leastPull);
    }
    if (vertices.length > 0) this.stale = true;
  }

  /**
   * Draws Laplacians of weights to 0, in place of those that were. `hold` has to follow for the vertices returned.
   * @param laplacians their stiffness in parts of the box's diagonal squared, times Λ_i and the exemplars.
   */
  smooth(laplacians: readonly NullLaplacian[]): number[] {
    const before = this.rows.count;
    if (before === 0 && laplacians.length === 0) return [];
    this.stale = true;
    return this.rows.set(
      laplacians.map((row) => ({
        ...row,
        stiffness: (row.stiffness * this.stiffness(row.vertex)) / this.plan.settings.stiffness,
      })),
    );
  }

  /** c_i, in normalised lengths: the box's diagonal is 2. */
  private stiffness(i: number): number {
    const { settings, ring, exemplars, vertexCount } = this.plan;
    const mass = Math.max(ring.masses[i], LEAST_MASS / vertexCount);
    return 4 * settings.stiffness * exemplars * mass * Math.max(1, this.memory.importance[i]);
  }

  /**
   * Replaces the constraints of vertices.
   * @param holds for each vertex what holds it now.
   */
  async hold(holds: Iterable<[number, Held[]]>, task: Task): Promise<void> {
    const { plan, parallel, memory } = this;
    const changes = [...holds];
    const behind = this.stale;
    this.stale = true;
    const before = changes.map(([i]) => this.held[i]);
    for (const [i, held] of changes) {
      this.held[i] = held;
      this.writeBlock(i);
      this.coarse?.change(i, this.heat, (e) => this.isFree(i, held, e));
    }
    if (changes.length > plan.vertexCount / 2) {
      await parallel.run(task, "arapInvert", plan.vertexCount, BLOCK, [memory.system.byteOffset]);
    } else {
      for (const [i] of changes) parallel.call("arapInvert", i, i + 1, 0, memory.system.byteOffset);
    }
    if (this.ldlt && !behind) await this.updateFactor(changes, before, task);
    else await this.factorise(task);
    this.stale = false;
  }

  /** Whether no constraint holds an entry of vertex i, and no null Laplacian is stiffer there than the mesh. */
  private isFree(i: number, held: Held[], entry: number): boolean {
    const drawn = this.rows.count > 0 && this.rows.diagonal[entry] > this.meanDiagonal(i);
    return !drawn && !held.some((other) => other.entry === entry);
  }

  private async factorise(task: Task): Promise<void> {
    const { plan, parallel, memory } = this;
    if (!plan.symbolic || plan.unknowns === 0) return;
    const matrix = scalarMatrix(plan, memory.rows);
    if (this.ldlt) await this.ldlt.refactor(matrix.values, task);
    else this.ldlt = await SparseLdlt.create(parallel, matrix, task, plan.symbolic);
    this.stale = false;
  }

  /** A constraint as ± √c u: rows and values of the unknowns. */
  private direction(i: number, { entry, value }: Held): { rows: number[]; u: number[]; target: number } {
    const [first, m] = this.unknownsOf(i);
    const at = entry - this.plan.input.heat.offsets[i];
    if (at > 0) return { rows: [first + at - 1], u: [1], target: value };
    const rows = Array.from({ length: m }, (_, a) => first + a);
    return { rows, u: rows.map(() => -1), target: value - 1 };
  }

  private writeBlock(i: number): void {
    const { plan, memory, heat } = this;
    const [first, m] = this.unknownsOf(i);
    if (m === 0) return;
    const width = (plan.rowOffsets[i + 1] - plan.rowOffsets[i]) / m;
    const row = memory.rows.subarray(plan.rowOffsets[i]);
    const from = plan.input.heat.offsets[i];
    const pull = this.pulls[i];
    for (let a = 0; a < m; a++) {
      for (let b = 0; b < m; b++) {
        row[a * width + b] = memory.blocks[plan.blockOffsets[i] + a * m + b] + (a === b ? 2 : 1) * pull;
      }
      memory.pull[first + a] = pull * (heat[from + a + 1] + 1 - heat[from]);
      if (this.rows.count > 0) memory.pull[first + a] += this.rows.pull[from + a + 1] - this.rows.pull[from];
    }
    const stiffness = this.stiffness(i);
    const add = (held: Held, c: number, aimed: boolean) => {
      const { rows, u, target } = this.direction(i, held);
      rows.forEach((r, n) => {
        rows.forEach((s, o) => {
          row[(r - first) * width + s - first] += c * u[n] * u[o];
        });
        if (aimed) memory.pull[r] += c * target * u[n];
      });
    };
    for (const held of this.held[i]) add(held, stiffness, true);
    if (this.rows.count === 0) return;
    for (let entry = from; entry <= from + m; entry++) {
      if (this.rows.diagonal[entry] > 0) add({ entry, value: 0 }, this.rows.diagonal[entry], false);
    }
  }

  /** A vector for each constraint that came or went; those that came first, so that the matrix stays definite. */
  private async updateFactor(changes: [number, Held[]][], before: Held[][], task: Task): Promise<void> {
    const difference = (those: Held[], others: Held[], i: number) => {
      const root = Math.sqrt(this.stiffness(i));
      return those
        .filter(({ entry }) => !others.some((other) => other.entry === entry))
        .map((held) => this.direction(i, held))
        .map(({ rows, u }) => ({ rows, values: u.map((x) => root * x) }));
    };
    try {
      const came = changes.flatMap(([i, now], n) => difference(now, before[n], i));
      await this.ldlt!.updateMany(came, 1, task);
      const went = changes.flatMap(([i, now], n) => difference(before[n], now, i));
      await this.ldlt!.updateMany(went, -1, task);
    } catch (error) {
      if (!(error instanceof NotPositiveError)) throw error;
      await this.factorise(task);
    }
  }

  /** x from the weights. */
  readWeights(): void {
    const { offsets } = this.plan.input.heat;
    const { x, weights } = this.memory;
    for (let i = 0; i < this.plan.vertexCount; i++) {
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) x[e - i - 1] = weights[e];
    }
  }

  /** x·A·x − 2x·pull + 2x·constant + base + Σ of the penalties' constants: the energy but for its rotations. */
  async quadratic(task: Task): Promise<number> {
    const { x, q, pull, constant, base } = this.memory;
    let sum = await this.gradients.multiply(x, q, task);
    for (let n = 0; n < x.length; n++) sum += 2 * x[n] * (constant[n] - pull[n]);
    for (const b of base) sum += b;
    return sum + this.penalties(null);
  }

  /** What constraints, null Laplacians and the proximal term cost, with the given weights; where x = 0 with null. */
  penalties(weights: Float64Array | null): number {
    const { offsets } = this.plan.input.heat;
    const unknown = (entry: number) => (weights ? weights[entry] : 0);
    let sum = this.rows.cost(weights);
    for (let i = 0; i < this.plan.vertexCount; i++) {
      let first = 1;
      let square = 0;
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) {
        first -= unknown(e);
        square += (unknown(e) - this.heat[e]) ** 2;
      }
      sum += this.pulls[i] * (square + (first - this.heat[offsets[i]]) ** 2);
      for (const { entry, value } of this.held[i]) {
        sum += this.stiffness(i) * ((entry === offsets[i] ? first : unknown(entry)) - value) ** 2;
      }
    }
    return sum;
  }

  /** Moves x towards A x = right + pull by so many steps, or to it. */
  async solve(task: Task, steps = this.plan.settings.steps): Promise<void> {
    const { r, right, pull, x } = this.memory;
    for (let n = 0; n < r.length; n++) r[n] = right[n] + pull[n];
    if (this.plan.unknowns === 0) return;
    if (!this.plan.symbolic) return this.gradients.steps(steps, task);
    if (!this.ldlt || this.stale) await this.factorise(task);
    if (this.rows.count > 0) return this.gradients.withFactor(this.ldlt!, task);
    await this.ldlt!.solve(r, 1, task);
    x.set(r);
  }
}
