/**
 * A coarse level for the conjugate gradients. A step that couples only neighbours carries a change over one ring; a
 * coarse correction carries it over the mesh. The mesh is cut into parts X of some dozens of vertices. For each part
 * and each bone j there is a function that adds weight to j at all vertices of the part, and takes it from their other
 * bones in proportion to the heat weights. P (PᵀAP)⁻¹ Pᵀ, by a sparse factor, is added to the inverses of the diagonal
 * blocks (an additive two-level preconditioner of plain aggregation: Nicolaides 1987, "Deflation of conjugate gradients
 * with applications to boundary value problems"; Notay 2010). Held weights are in no function, because a stiff weight
 * would block its part.
 */
import { type ArapCoarse, kernels, records } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { KernelRecord } from "../../../kernels/record";
import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { Task } from "../../../model/task";
import { NotPositiveError } from "../../../sparse/ldlt";
import { SparseLdlt } from "../../../sparse/sparse-ldlt";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import type { CoarsePlan } from "./coarse-plan";

/** Added to the diagonal, because the functions of a part may be linearly dependent. */
const LIFT = 1e-9;
/** Added to heat weights, so that no share is 0. */
const LEAST_SHARE = 1e-3;
const PARTS_AT_ONCE = 4;
/** Arrays of the plan that kernels read. */
const TABLES = [
  "memberOffsets",
  "members",
  "partOf",
  "firsts",
  "unknownOf",
  "blockOffsets",
  "edgeBlocks",
] as const;

export class CoarseLevel {
  private readonly parallel: Parallel;
  private readonly plan: ArapPlan;
  private readonly coarse: CoarsePlan;
  private readonly memory: ArapMemory;
  private readonly record: KernelRecord<ArapCoarse>;
  private readonly arrays: ReturnType<CoarseLevel["takeArrays"]>;
  private readonly matrix: Float64Array;
  /** Parts whose blocks are out of date. */
  private readonly changed = new Set<number>();
  private readonly ldlt: SparseLdlt;
  /** Whether the factor belongs to the current matrix. */
  private whole = false;

  constructor(parallel: Parallel, plan: ArapPlan, coarse: CoarsePlan, memory: ArapMemory) {
    this.parallel = parallel;
    this.plan = plan;
    this.coarse = coarse;
    this.memory = memory;
    this.arrays = this.takeArrays();
    this.matrix = new Float64Array(coarse.places.length);
    this.ldlt = SparseLdlt.empty(parallel, coarse.symbolic);
    const { arrays } = this;
    for (const table of TABLES) arrays[table].set(coarse[table]);
    this.record = KernelRecord.take(parallel.arena, records.ArapCoarse);
    this.record.write(arrays);
    arrays.shares.fill(-1);
  }

  private takeArrays() {
    const { coarse, parallel } = this;
    const { arena } = parallel;
    const { parts } = coarse;
    return {
      memberOffsets: arena.u32(parts + 1),
      members: arena.u32(coarse.members.length),
      partOf: arena.i32(coarse.partOf.length),
      firsts: arena.u32(parts + 1),
      unknownOf: arena.u32(coarse.unknownOf.length),
      shares: arena.f64(coarse.unknownOf.length),
      blockOffsets: arena.u32(parts + 1),
      edgeBlocks: arena.i32(coarse.edgeBlocks.length),
      blocks: arena.f64(coarse.blockOffsets[parts]),
      values: arena.f64(coarse.firsts[parts]),
      list: arena.u32(parts),
    };
  }

  /**
   * Records that the block of a vertex in A changed.
   * @param heat the heat weights of its support, with the sum 1.
   * @param isFree whether no constraint holds an entry of the support.
   */
  change(i: number, heat: Float64Array, isFree: (entry: number) => boolean): void {
    const { arrays, plan, coarse, changed } = this;
    const { offsets } = plan.input.heat;
    this.whole = false;
    if (coarse.partOf[i] < 0) return;
    let [sum, free] = [0, 0];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!isFree(e)) continue;
      sum += heat[e] + LEAST_SHARE;
      free++;
    }
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      arrays.shares[e] = free > 1 && isFree(e) ? (heat[e] + LEAST_SHARE) / sum : -1;
    }
    changed.add(coarse.partOf[i]);
    for (let e = plan.ring.offsets[i]; e < plan.ring.offsets[i + 1]; e++) {
      const part = coarse.partOf[plan.ring.neighbours[e]];
      if (part >= 0) changed.add(part);
    }
  }

  /**
   * Updates matrix and factor for all changes.
   * @returns whether a correction is possible, that is, the matrix is positive definite to working precision.
   */
  async settle(task: Task): Promise<boolean> {
    const { changed, parallel, memory, arrays, coarse, matrix } = this;
    if (changed.size === 0) return this.whole;
    arrays.list.set([...changed].sort((a, b) => a - b));
    await parallel.run(task, kernels.arapCoarseRows, changed.size, PARTS_AT_ONCE, {
      system: memory.system,
      coarse: this.record,
      list: arrays.list,
    });
    for (let n = 0; n < matrix.length; n++) matrix[n] = arrays.blocks[coarse.places[n]];
    for (const n of coarse.diagonal) matrix[n] = matrix[n] > 0 ? matrix[n] * (1 + LIFT) : 1;
    try {
      await this.ldlt.refactor(matrix, task);
      this.whole = true;
    } catch (error) {
      if (!(error instanceof NotPositiveError)) throw error;
    }
    changed.clear();
    return this.whole;
  }

  /** Solves for the correction of a residual. Returns its contribution to r·z. */
  async correct(r: Float64Array, task: Task): Promise<number> {
    const { parallel, memory, arrays, coarse } = this;
    await parallel.run(task, kernels.arapRestrict, coarse.parts, PARTS_AT_ONCE, {
      system: memory.system,
      coarse: this.record,
      r,
    });
    const before = arrays.values.slice();
    this.ldlt.solveOne(arrays.values);
    let inner = 0;
    for (let k = 0; k < before.length; k++) inner += before[k] * arrays.values[k];
    return inner;
  }

  /** p ← z + correction + β p. */
  async direct(z: Float64Array, p: Float64Array, beta: number, task: Task): Promise<void> {
    const { parallel, memory, plan } = this;
    await parallel.run(task, kernels.arapCoarseDirection, plan.vertexCount, VERTEX_BLOCK, {
      system: memory.system,
      coarse: this.record,
      z,
      p,
      beta,
    });
  }
}
