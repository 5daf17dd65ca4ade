/**
 * Chooses which bones may move a vertex (Thiery & Eisemann 2018, section 5, initialisation): it visits all weights of
 * the mesh in increasing order, and drops a weight if (i) at least M others of its vertex remain, (ii) their sum is
 * above t, (iii) it is below α times the largest weight of its vertex, and (iv) it is not above the bone's weight at a
 * neighbour that keeps the bone. Because of (iv), a bone's region shrinks from outside, without holes or islands.
 */
import type { Adjacency } from "../geometry/adjacency";
import type { Task } from "../model/task";
import { ascendingRuns } from "./ascending-runs";
import type { DenseWeights, Supports } from "./simple/dense-weights";

export interface SparsifyOptions {
  /** The fewest bones of a vertex, 1 or more. Default 1. */
  least: number;
  /** t: the least sum of the remaining weights, 0..1. Default 0.95. */
  keptSum: number;
  /** α: weights of at least this share of the largest are kept, 0..1. Default 0.05. */
  keptPart: number;
}

export const SPARSIFY_DEFAULTS: SparsifyOptions = { least: 1, keptSum: 0.95, keptPart: 0.05 };

/** Vertices between two checkpoints. */
const VERTICES_AT_ONCE = 4096;

/**
 * @param weights weights ≥ 0 in rows that sum to 1.
 * @param adjacency neighbours for (iv): `bindableAdjacency`.
 * @param task has a checkpoint every few milliseconds.
 * @throws CancelledError
 */
export async function sparsify(
  weights: DenseWeights,
  adjacency: Adjacency,
  task: Task,
  options: Partial<SparsifyOptions> = {},
): Promise<Supports> {
  const { least, keptSum, keptPart } = { ...SPARSIFY_DEFAULTS, ...options };
  const { bones, values } = weights;
  const { offsets, neighbours } = adjacency;
  const vertexCount = offsets.length - 1;
  const kept = new Uint8Array(values.length).fill(1);
  /** The weights; dropped ones are infinite, so one read tells both. */
  const left = values.slice();
  const size = new Uint32Array(vertexCount).fill(bones);
  const { sum, largest } = await rowFigures(weights, task);
  const leavesNoMinimum = (i: number, j: number, value: number) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (left[bones * neighbours[e] + j] < value) return false;
    }
    return true;
  };
  for (const run of ascendingRuns(values)) {
    await task.checkpoint();
    for (const n of run) {
      const value = values[n];
      const i = Math.floor(n / bones);
      // Bones with weight 0 are never kept. (The paper has no such case, because exact heat is never 0.)
      if (value > 0) {
        if (size[i] <= least || sum[i] - value <= keptSum || value >= keptPart * largest[i]) continue;
        if (!leavesNoMinimum(i, n % bones, value)) continue;
      }
      kept[n] = 0;
      left[n] = Infinity;
      size[i]--;
      sum[i] -= value;
    }
  }
  await task.checkpoint();
  return supportsOf(kept, bones);
}

/** The sum of each vertex's weights, and the largest of them. */
async function rowFigures({ bones, values }: DenseWeights, task: Task) {
  const vertexCount = bones > 0 ? values.length / bones : 0;
  const [sum, largest] = [new Float64Array(vertexCount), new Float64Array(vertexCount)];
  for (let i = 0; i < vertexCount; i++) {
    if (i % VERTICES_AT_ONCE === 0) await task.checkpoint();
    for (let n = bones * i; n < bones * (i + 1); n++) {
      sum[i] += values[n];
      if (values[n] > largest[i]) largest[i] = values[n];
    }
  }
  return { sum, largest };
}

/** Converts marks (V·B, a row for each vertex) to supports. */
export function supportsOf(kept: Uint8Array, bones: number): Supports {
  const vertexCount = bones > 0 ? kept.length / bones : 0;
  const offsets = new Uint32Array(vertexCount + 1);
  let count = 0;
  for (let n = 0; n < kept.length; n++) count += kept[n];
  const out = new Uint16Array(count);
  let at = 0;
  for (let i = 0; i < vertexCount; i++) {
    for (let j = 0; j < bones; j++) if (kept[bones * i + j]) out[at++] = j;
    offsets[i + 1] = at;
  }
  return { offsets, bones: out };
}
