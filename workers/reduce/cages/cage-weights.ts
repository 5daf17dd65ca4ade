/** The weights of a cage over a mesh: mean value or harmonic coordinates, or those of a file. */

import { meanValues } from "../../geometry/surface/mean-value";
import type { MakeParallel } from "../../kernels/parallel";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { BindCageInput, CageShape } from "../../model/reduce/reduce-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { checkCage, checkCageWeights, checkEnclosed } from "./cage-checks";
import { harmonicWeights } from "./harmonic/harmonic";

/** Vertices between two checkpoints. */
const AT_ONCE = 256;

/** @throws CancelledError if the task is cancelled. */
async function meanValueWeights(rest: Float32Array, cage: CageShape, task: Task): Promise<SparseWeights> {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(cage.positions);
  const size = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  const N = cage.positions.length / 3;
  const V = rest.length / 3;
  const values = new Float32Array(V * N);
  for (let i = 0; i < V; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Mean value coordinates", done: i / V, detail: "" });
      await task.checkpoint();
    }
    values.set(meanValues(cage, rest.subarray(3 * i, 3 * i + 3), size).weights, i * N);
  }
  return {
    version: 1,
    offsets: Uint32Array.from({ length: V + 1 }, (_, i) => i * N),
    bones: Uint16Array.from(values, (_, n) => n % N),
    values,
  };
}

/**
 * @throws SinewError if the cage is open or does not enclose the mesh, or weights do not fit; CancelledError
 */
export async function cageWeights(
  { sequence, cage, weights, coordinates }: BindCageInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<SparseWeights> {
  checkCage(cage);
  if (weights) {
    checkCageWeights(weights, sequence.vertexCount, cage.positions.length / 3);
    return weights;
  }
  await checkEnclosed(sequence.rest, cage, task);
  return coordinates === "harmonic"
    ? harmonicWeights(sequence.rest, cage, makeParallel, task)
    : meanValueWeights(sequence.rest, cage, task);
}
