/**
 * The proximal term Σ p_ij (w_ij − heat_ij)² with p_ij = μ d_i s_j: d_i is the mean diagonal of a vertex's block of the
 * system. s_j is the strength of a bone, 1 except for bones that fade (`BoneStrengths`). Without the term, the energy
 * prefers few bones that move everything.
 */
import type { ArapMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";

/**
 * The least pull, relative to the mean stiffness. At a joint two bones move a vertex alike, so the stiffness vanishes
 * there.
 */
const LEAST_PULL = 1e-9;

export class ProximalPull {
  /** s, B, each 1 or more. `BoneStrengths` writes them. */
  readonly strengths: Float64Array;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly heat: Float64Array;
  /** μ d_i, V. */
  private readonly pulls: Float64Array;
  private least = 0;

  /** @param heat in f64, one for each entry of the supports. */
  constructor(plan: ArapPlan, memory: ArapMemory, heat: Float64Array) {
    this.plan = plan;
    this.memory = memory;
    this.heat = heat;
    this.pulls = new Float64Array(plan.vertexCount);
    this.strengths = new Float64Array(plan.bones).fill(1);
  }

  /** Reads the assembled blocks of all vertices. */
  measure(): void {
    const { plan, pulls } = this;
    const { offsets } = plan.input.heat;
    let [mean, counted] = [0, 0];
    for (let i = 0; i < plan.vertexCount; i++) {
      mean += this.meanDiagonal(i);
      counted += offsets[i + 1] - offsets[i] > 1 ? 1 : 0;
    }
    this.least = mean > 0 ? (LEAST_PULL * mean) / counted : 1;
    for (let i = 0; i < pulls.length; i++) this.measureOne(i);
  }

  /** Reads the block of one vertex after it was assembled again. */
  measureOne(i: number): void {
    this.pulls[i] = this.plan.settings.proximal * this.meanDiagonal(i);
  }

  /** The mean diagonal of a vertex's block, without constraints. */
  meanDiagonal(i: number): number {
    const { offsets } = this.plan.input.heat;
    const m = offsets[i + 1] - offsets[i] - 1;
    let trace = 0;
    for (let a = 0; a < m; a++) trace += this.memory.blocks[this.plan.blockOffsets[i] + a * (m + 1)];
    return m > 0 ? trace / m : 0;
  }

  /** p of an entry of vertex i. */
  at(i: number, entry: number): number {
    return Math.max(this.pulls[i] * this.strengths[this.plan.input.heat.bones[entry]], this.least);
  }

  /** Σ p (w − heat)² of vertex i, whose first weight is 1 minus the others; null means x = 0. */
  cost(i: number, weights: Float64Array | null): number {
    const { offsets } = this.plan.input.heat;
    let first = 1;
    let sum = 0;
    for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) {
      const w = weights ? weights[e] : 0;
      first -= w;
      sum += this.at(i, e) * (w - this.heat[e]) ** 2;
    }
    return sum + this.at(i, offsets[i]) * (first - this.heat[offsets[i]]) ** 2;
  }
}
