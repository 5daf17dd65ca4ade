/**
 * The local step (Thiery & Eisemann 2018, section 4.1). With S_j = Σ Λ_i λ_ik (w_kj h_k − w_ij h_i) e_ikᵀ, the
 * covariance of a cluster in an exemplar is cov = Σ_j M_j S_j, which gives R. The right-hand side needs K_j = Σ_ex M_jᵀ
 * R. No vertex is posed: work is done per cluster, bone and exemplar, after one pass over the vertices for each
 * clustering.
 *
 * If each vertex has its own rotation, clusters have one vertex. Bones are pieces here (`WideSupports`).
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { Task } from "../../model/task";
import type { ArapMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import { poseLanes } from "./pose-motions";

const CLUSTERS_AT_ONCE = 16;

/** Exemplar e uses clustering e mod Q. The exemplars of a clustering are paired. */
export function fillPairs(
  plan: ArapPlan,
  { pairOffsets, motions }: ArapMemory,
  placed: Float64Array = plan.motions,
): void {
  const { exemplars, clusterings } = plan;
  const order: number[] = [];
  pairOffsets[0] = 0;
  for (let q = 0; q < clusterings; q++) {
    for (let e = q; e < exemplars; e += clusterings) order.push(e);
    if (order.length % 2 === 1) order.push(-1);
    pairOffsets[q + 1] = order.length / 2;
  }
  poseLanes(placed, plan.pieces.count, order, motions);
}

/**
 * Finds all rotations for the current weights and writes minus half of the energy's gradient at x = 0 to `right`.
 * @returns Σ tr(Rᵀ cov) over clusters and exemplars.
 */
export async function localStep(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  task: Task,
): Promise<number> {
  const { system, local } = memory;
  const items = plan.clusters * plan.clusterings;
  await widen(parallel, plan, memory, task);
  await parallel.run(task, kernels.arapRotations, items, CLUSTERS_AT_ONCE, {
    system,
    local,
  });
  await parallel.run(task, kernels.arapGather, plan.vertexCount, VERTEX_BLOCK, { local });
  await parallel.run(task, kernels.arapRightSide, plan.vertexCount, VERTEX_BLOCK, {
    system,
    local,
    out: memory.right,
  });
  return memory.traces.reduce((sum, trace) => sum + trace, 0);
}

/** Writes the weights of the pieces. */
export async function widen(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  task: Task,
): Promise<void> {
  if (!plan.wide.shares) return;
  await parallel.run(task, kernels.arapWiden, plan.vertexCount, VERTEX_BLOCK, { system: memory.system });
}
