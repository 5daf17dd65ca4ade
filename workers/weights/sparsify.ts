/**
 * Which bones are to move a vertex at all (Thiery & Eisemann 2018, section 5, initialisation): of all weights, taken in
 * increasing order over the whole mesh, each is dropped that (i) leaves at least M others of its vertex, (ii) leaves
 * them a sum above t, (iii) is below α times the largest of its vertex, and (iv) is not above that of a neighbour which
 * keeps the bone. By (iv) a bone's region is eaten from outside: no hole, and no vertex left over as an island.
 */
import type { Adjacency } from "../geometry/adjacency";
import type { Task } from "../model/task";
import { ascendingRuns } from "./ascending-runs";
import type { DenseWeights, Supports } from "./simple/dense-weights";

export interface SparsifyOptions {
  /** Fewest bones of a vertex, 1 or more. Default 1. */
  least: number;
  /** t: what the remaining weights sum up to at least, 0..1. Default 0.95. */
  keptSum: number;
  /** α: weights of this part of the largest or more are kept, 0..1. Default 0.05. */
  keptPart: number;
}

export const SPARSIFY_DEFAULTS: SparsifyOptions = { least: 1, keptSum: 0.95, keptPart: 0.05 };

/** Vertices between two looks at the task. */
const VERTICES_AT_ONCE = 4096;

/**
 * @param weights not negative, rows sum to 1.
 * @param adjacency neighbours for (iv): `bindableAdjacency`.
 * @param task gives way between parts of some milliseconds.
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
  /** The weights, infinite where they are dropped: one look for both. */
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
      // A bone without any influence here is none to be counted: the paper has none, as exact heat is never 0.
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

/** Of each vertex the sum of its weights and the largest. */
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

/** The supports of marks, V·B, row i those of vertex i. */
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
