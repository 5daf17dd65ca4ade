/** Computes the energy as it is defined: vertices are posed, and every vertex has its best rotation. */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { Task } from "../../model/task";
import type { ArapMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";
import { widen } from "./local-step";
import { poseLanes } from "./pose-motions";
import { pieceMotions, type SegmentPoses } from "./system/wide-supports";

/**
 * Mean squared strain E / (F Σ_i Λ_i Σ_k λ_ik |e_ik|²) of the weights in poses. 0.01 means that edges are a tenth too
 * long or too short. 0 for a mesh without edges.
 * @param given in the mesh's coordinates.
 */
export async function meanStrain(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  given: SegmentPoses,
  task: Task,
): Promise<number> {
  const poses = await addStrains(parallel, plan, memory, given, task);
  const size = poses * squaredEdges(plan, memory);
  return size > 0 ? memory.strains.reduce((sum, s) => sum + s, 0) / size : 0;
}

/**
 * The mean squared strain of the ring around each vertex: E_i / (F Λ_i Σ_k λ_ik |e_ik|²), one number per vertex. It is
 * 0 for vertices without neighbours and for vertices that the artist gave no importance.
 */
export async function vertexStrains(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  given: SegmentPoses,
  task: Task,
): Promise<Float32Array> {
  const poses = await addStrains(parallel, plan, memory, given, task);
  const sizes = squaredRings(plan, memory);
  return Float32Array.from(memory.strains, (sum, i) => (sizes[i] > 0 ? sum / (poses * sizes[i]) : 0));
}

/** Writes Σ over poses of each vertex's energy to `strains`. Returns the number of poses. */
async function addStrains(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  given: SegmentPoses,
  task: Task,
): Promise<number> {
  const { vertexCount, pieces } = plan;
  const bones = pieces.count;
  const placed = pieceMotions(plan.input, pieces, plan.placement, given);
  await widen(parallel, plan, memory, task);
  const poses = placed.length / (12 * bones);
  memory.strains.fill(0);
  const { system } = memory;
  for (let pose = 0; pose < poses; pose += 2) {
    const both = pose + 1 < poses;
    poseLanes(placed, bones, [pose, both ? pose + 1 : -1], memory.pose);
    const posed = memory.posed.byteOffset;
    await parallel.run(task, kernels.arapPose, vertexCount, VERTEX_BLOCK, {
      system,
      motions: memory.pose,
      out: posed,
      list: 0,
    });
    await parallel.run(task, kernels.arapStrains, vertexCount, VERTEX_BLOCK, {
      system,
      posed,
      first: 1,
      second: both ? 1 : 0,
      strains: memory.strains,
    });
  }
  return poses;
}

/** Σ_i Λ_i Σ_k λ_ik |e_ik|², in normalised lengths. */
export function squaredEdges(plan: ArapPlan, memory: ArapMemory): number {
  return squaredRings(plan, memory).reduce((sum, size) => sum + size, 0);
}

function squaredRings({ vertexCount, ring }: ArapPlan, { points, own }: ArapMemory): Float64Array {
  const sizes = new Float64Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const k = ring.neighbours[e];
      let square = 0;
      for (let c = 0; c < 3; c++) square += (points[4 * k + c] - points[4 * i + c]) ** 2;
      sizes[i] += own[e] * square;
    }
  }
  return sizes;
}
