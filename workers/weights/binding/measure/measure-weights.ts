/** Measures the energy of given weights, for a report beside optimised weights. */
import { type MakeParallel, threadsToReserve } from "../../../kernels/parallel";
import { inSteps } from "../../../math/steps";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Skeleton } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import { type ArapInput, planArapSteps } from "../../arap/arap-plan";
import { ArapWeights } from "../../arap/arap-weights";
import { BEND } from "../../bend";
import type { Exemplars } from "../../exemplars";

/** Settings of a system that solves nothing. */
const IDLE = { clusters: 1, clusterings: 1, attach: false, neumann: false, solver: "iterative" } as const;

/** Runs work with a system over the weights, in its own memory. */
async function withSystem<T>(
  input: Omit<ArapInput, "motions" | "visible"> & { motions: Float64Array },
  makeParallel: MakeParallel,
  task: Task,
  use: (system: ArapWeights) => Promise<T>,
): Promise<T> {
  const plan = await inSteps(planArapSteps(input, IDLE), task);
  const parallel = await makeParallel(ArapWeights.bytes(plan, threadsToReserve(makeParallel)));
  try {
    return await use(await ArapWeights.create(parallel, plan, task));
  } finally {
    parallel.dispose();
  }
}

/** Mean squared strain of weights over poses, with the best rotation of every vertex. */
export function strainOverPoses(
  mesh: Bindable,
  { segments }: Skeleton,
  weights: SparseWeights,
  poses: Exemplars,
  makeParallel: MakeParallel,
  task: Task,
): Promise<number> {
  const bones = segments.length;
  const first = {
    motions: poses.motions.subarray(0, 12 * bones),
    bends: poses.bends.subarray(0, BEND * bones),
  };
  return withSystem({ mesh, heat: weights, bones, segments, ...first }, makeParallel, task, (system) =>
    system.heldOutEnergy(poses, task),
  );
}

/** Weights, and poses of their bones: 12 numbers per bone and pose, row-major 3x4 from rest to posed. */
export interface PosedWeights {
  mesh: Bindable;
  weights: SparseWeights;
  bones: number;
  motions: Float32Array;
}

/** Mean squared strain over poses, with the best rotation of every vertex. */
export function meanStrainOfPoses(
  { mesh, weights, bones, motions }: PosedWeights,
  makeParallel: MakeParallel,
  task: Task,
): Promise<number> {
  const all = Float64Array.from(motions);
  const input = { mesh, heat: weights, bones, motions: all.subarray(0, 12 * bones) };
  return withSystem(input, makeParallel, task, (system) => system.heldOutEnergy(all, task));
}

/** V: mean squared strain around each vertex over poses, with its best rotation. */
export function strainOfPoses(
  { mesh, weights, bones, motions }: PosedWeights,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Float32Array> {
  const all = Float64Array.from(motions);
  const input = { mesh, heat: weights, bones, motions: all.subarray(0, 12 * bones) };
  return withSystem(input, makeParallel, task, (system) => system.strainPerVertex(task, all));
}

/** Σ_i Λ_i w_ij of each segment, its share of the mesh. */
export function boneMasses(masses: ArrayLike<number>, weights: SparseWeights, bones: number): Float64Array {
  const out = new Float64Array(bones);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      out[weights.bones[e]] += masses[i] * weights.values[e];
    }
  }
  return out;
}

/** Masses relative to those of the heat weights; 1 where these are 0. */
export const massOfHeat = (mass: Float64Array, heat: Float64Array): Float64Array =>
  mass.map((m, j) => (heat[j] > 0 ? m / heat[j] : 1));
