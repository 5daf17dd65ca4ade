/**
 * The diagonal blocks of the system, with all terms that hold weights: constraints, the proximal term, and the diagonal
 * of null Laplacians. If any of these changes, the block is written anew, so errors do not add up. A constraint on the
 * first weight of a vertex is Σ x = 1 − ŵ, a full block of rank one.
 */
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import type { ProximalPull } from "../proximal-pull";
import type { LaplacianRows } from "../system/laplacian-rows";
import type { Held } from "./constraint-set";

/** The mass in constraints of vertices without area, relative to the mean. */
const LEAST_MASS = 1e-6;

/** The least stiffness of a firm constraint, relative to the mean diagonal. It holds a weight at most 1e-4 below 0. */
const FIRM = 1e4;

/** A constraint as a vector over the unknowns, with a target for u·x. */
interface Direction {
  rows: number[];
  u: number[];
  target: number;
}

export class HeldBlocks {
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly heat: Float64Array;
  private readonly pull: ProximalPull;
  private readonly rows: LaplacianRows;
  /** The constraints that each vertex's block contains. */
  private readonly held: Held[][];

  /** @param heat in f64, one for each entry of the supports. */
  constructor(
    plan: ArapPlan,
    memory: ArapMemory,
    heat: Float64Array,
    pull: ProximalPull,
    rows: LaplacianRows,
  ) {
    this.plan = plan;
    this.memory = memory;
    this.heat = heat;
    this.pull = pull;
    this.rows = rows;
    this.held = Array.from({ length: plan.vertexCount }, () => []);
  }

  /** The constraints that the block of vertex i contains. */
  at(i: number): Held[] {
    return this.held[i];
  }

  /** c_i in normalised lengths, in which the box's diagonal is 2. */
  stiffness(i: number): number {
    const { settings, ring, exemplars, vertexCount } = this.plan;
    const mass = Math.max(ring.masses[i], LEAST_MASS / vertexCount);
    return 4 * settings.stiffness * exemplars * mass * Math.max(1, this.memory.importance[i]);
  }

  /** The stiffness of one constraint. */
  stiffnessOf(i: number, { firm }: Held): number {
    const stiffness = this.stiffness(i);
    return firm ? Math.max(stiffness, FIRM * this.pull.meanDiagonal(i)) : stiffness;
  }

  /** Whether no constraint holds an entry of vertex i, and no null Laplacian is stiffer there than the mesh. */
  isFree(i: number, entry: number): boolean {
    const drawn = this.rows.count > 0 && this.rows.diagonal[entry] > this.pull.meanDiagonal(i);
    return !drawn && !this.held[i].some((other) => other.entry === entry);
  }

  direction(i: number, { entry, value }: Held): Direction {
    const { offsets } = this.plan.input.heat;
    const [first, m] = [offsets[i] - i, offsets[i + 1] - offsets[i] - 1];
    const at = entry - offsets[i];
    if (at > 0) return { rows: [first + at - 1], u: [1], target: value };
    const rows = Array.from({ length: m }, (_, a) => first + a);
    return { rows, u: rows.map(() => -1), target: value - 1 };
  }

  /** Writes the diagonal block of vertex i and its part of the right-hand side with these constraints. */
  write(i: number, held: Held[]): void {
    this.held[i] = held;
    const { plan, memory } = this;
    const { offsets } = plan.input.heat;
    const [from, first] = [offsets[i], offsets[i] - i];
    const m = offsets[i + 1] - from - 1;
    if (m === 0) return;
    const width = (plan.rowOffsets[i + 1] - plan.rowOffsets[i]) / m;
    const row = memory.rows.subarray(plan.rowOffsets[i]);
    this.writePulled(i, row, width);
    const add = (one: Held, c: number, aimed: boolean) => {
      const { rows, u, target } = this.direction(i, one);
      rows.forEach((r, n) => {
        rows.forEach((s, o) => {
          row[(r - first) * width + s - first] += c * u[n] * u[o];
        });
        if (aimed) memory.pull[r] += c * target * u[n];
      });
    };
    for (const one of held) add(one, this.stiffnessOf(i, one), true);
    if (this.rows.count === 0) return;
    for (let entry = from; entry <= from + m; entry++) {
      if (this.rows.diagonal[entry] > 0) add({ entry, value: 0 }, this.rows.diagonal[entry], false);
    }
  }

  /** Writes the assembled block with the proximal term, and the pull of that term and of null Laplacians. */
  private writePulled(i: number, row: Float64Array, width: number): void {
    const { plan, memory, heat, pull } = this;
    const { offsets } = plan.input.heat;
    const [from, first] = [offsets[i], offsets[i] - i];
    const m = offsets[i + 1] - from - 1;
    const common = pull.at(i, from);
    for (let a = 0; a < m; a++) {
      const own = pull.at(i, from + a + 1);
      for (let b = 0; b < m; b++) {
        row[a * width + b] = memory.blocks[plan.blockOffsets[i] + a * m + b] + common + (a === b ? own : 0);
      }
      memory.pull[first + a] = own * heat[from + a + 1] + common * (1 - heat[from]);
      if (this.rows.count > 0) memory.pull[first + a] += this.rows.pull[from + a + 1] - this.rows.pull[from];
    }
  }

  /** The cost of constraints, null Laplacians and the proximal term for the given weights; null means x = 0. */
  penalties(weights: Float64Array | null): number {
    const { offsets } = this.plan.input.heat;
    let sum = this.rows.cost(weights);
    for (let i = 0; i < this.plan.vertexCount; i++) {
      sum += this.pull.cost(i, weights);
      for (const one of this.held[i]) {
        const { entry, value } = one;
        let w = weights && entry !== offsets[i] ? weights[entry] : 0;
        if (entry === offsets[i]) {
          w = 1;
          for (let e = entry + 1; e < offsets[i + 1] && weights; e++) w -= weights[e];
        }
        sum += this.stiffnessOf(i, one) * (w - value) ** 2;
      }
    }
    return sum;
  }
}
