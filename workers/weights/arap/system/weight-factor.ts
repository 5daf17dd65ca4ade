/**
 * The sparse factor of the weights' system. Rank-one updates and downdates follow constraints; any other change
 * computes the factor again (Thiery & Eisemann 2018, section 4.3; Davis & Hager 1999).
 */
import type { Parallel } from "../../../kernels/parallel";
import { inSteps } from "../../../math/steps";
import type { Task } from "../../../model/task";
import { NotPositiveError } from "../../../sparse/ldlt";
import { SparseLdlt } from "../../../sparse/sparse-ldlt";
import type { ArapMemory } from "../arap-memory";
import { type ArapPlan, scalarMatrix } from "../arap-plan";
import type { Held } from "../constraints/constraint-set";
import type { HeldBlocks } from "../constraints/held-blocks";

/** A vertex with its old and its new constraints. */
export type HeldChange = [vertex: number, before: Held[], now: Held[]];

export class WeightFactor {
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly blocks: HeldBlocks;
  private ldlt: SparseLdlt | null = null;
  /** Whether the factor may belong to another matrix, for example after a change that stopped half-way. */
  stale = true;

  constructor(parallel: Parallel, plan: ArapPlan, memory: ArapMemory, blocks: HeldBlocks) {
    this.parallel = parallel;
    this.plan = plan;
    this.memory = memory;
    this.blocks = blocks;
  }

  /** The factor of the current matrix. */
  async whole(task: Task): Promise<SparseLdlt> {
    if (!this.ldlt || this.stale) await this.factorise(task);
    return this.ldlt!;
  }

  private async factorise(task: Task): Promise<void> {
    const { plan, parallel, memory } = this;
    this.stale = true;
    const matrix = await inSteps(scalarMatrix(plan, memory.rows), task);
    if (this.ldlt) await this.ldlt.refactor(matrix.values, task);
    else this.ldlt = await SparseLdlt.create(parallel, matrix, task, plan.symbolic!);
    this.stale = false;
  }

  /**
   * Updates the factor for changed constraints whose blocks are already written. New constraints are added before old
   * ones are removed, so the matrix stays definite.
   * @param whole whether the factor was up to date before.
   */
  async follow(changes: readonly HeldChange[], whole: boolean, task: Task): Promise<void> {
    if (!this.ldlt || !whole) return this.factorise(task);
    const { blocks } = this;
    const difference = (those: Held[], others: Held[], i: number) =>
      those
        .filter(({ entry, firm }) => !others.some((other) => other.entry === entry && other.firm === firm))
        .map((held) => {
          const { rows, u } = blocks.direction(i, held);
          const root = Math.sqrt(blocks.stiffnessOf(i, held));
          return { rows, values: u.map((x) => root * x) };
        });
    try {
      const came = changes.flatMap(([i, before, now]) => difference(now, before, i));
      await this.ldlt.updateMany(came, 1, task);
      const went = changes.flatMap(([i, before, now]) => difference(before, now, i));
      await this.ldlt.updateMany(went, -1, task);
      this.stale = false;
    } catch (error) {
      if (!(error instanceof NotPositiveError)) throw error;
      await this.factorise(task);
    }
  }
}
