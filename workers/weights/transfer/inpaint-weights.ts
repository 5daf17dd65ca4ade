import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { inSteps } from "../../math/steps";
import { connectedComponents } from "../../mesh/components";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import type { InpaintInput } from "../../model/weights/transfer";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyseSteps } from "../../sparse/symbolic";
import { inpaintSystem } from "./inpaint-system";

/** Smaller weights of an inpainted vertex are dropped. The equations spread traces of all bones everywhere. */
const LEAST = 1e-3;

/**
 * New weights for some vertices that continue the weights of the others smoothly. They minimise tr(Wᵀ Q W) with Q of
 * `inpaintSystem`, and are then cut off at 0 and scaled to the sum 1. Vertices of parts without any known vertex keep
 * their weights.
 * @throws CancelledError if the task is cancelled.
 */
export async function inpaintWeights(
  { rest, triangles, weights, boneCount, unknown }: InpaintInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<SparseWeights> {
  const vertexCount = rest.length / 3;
  const solvable = withKnownPart(triangles, vertexCount, unknown);
  if (solvable.length === 0) return weights;
  task.progress({ phase: "Inpainting", done: null, detail: "equations" });
  const { matrix, known, number } = inpaintSystem(rest, triangles, solvable);
  await task.checkpoint();
  const bones = bonesOfKnown(weights, number, boneCount);
  const columns = bones.length;
  const symbolic = await inSteps(analyseSteps(matrix), task);
  const rows = solvable.length;
  const parallel = await makeParallel(
    SparseLdlt.bytes(symbolic, threadsToReserve(makeParallel), columns) + 8 * rows * columns,
  );
  try {
    const x = parallel.arena.f64(rows * columns).fill(0);
    const column = new Int32Array(boneCount).fill(-1);
    bones.forEach((j, c) => {
      column[j] = c;
    });
    for (let i = 0; i < vertexCount; i++) {
      for (let f = known.offsets[i]; f < known.offsets[i + 1]; f++) {
        for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
          x[columns * known.indices[f] + column[weights.bones[e]]] -= known.values[f] * weights.values[e];
        }
      }
    }
    const ldlt = await SparseLdlt.create(parallel, matrix, task, symbolic);
    await ldlt.solve(x, columns, task);
    return replaced(weights, number, bones, x);
  } finally {
    parallel.dispose();
  }
}

/** The unknown vertices in parts of the mesh that have a known one. */
function withKnownPart(triangles: Uint32Array, vertexCount: number, unknown: Uint32Array): Uint32Array {
  const isUnknown = new Uint8Array(vertexCount);
  for (const i of unknown) isUnknown[i] = 1;
  const { label, count } = connectedComponents(vertexCount, triangles);
  const hasKnown = new Uint8Array(count);
  for (let i = 0; i < vertexCount; i++) if (!isUnknown[i]) hasKnown[label[i]] = 1;
  return unknown.filter((i) => hasKnown[label[i]]);
}

/** The bones that move known vertices, ascending. */
function bonesOfKnown({ offsets, bones }: SparseWeights, number: Int32Array, boneCount: number): number[] {
  const used = new Uint8Array(boneCount);
  for (let i = 0; i < number.length; i++) {
    if (number[i] < 0) for (let e = offsets[i]; e < offsets[i + 1]; e++) used[bones[e]] = 1;
  }
  return [...used.keys()].filter((j) => used[j]);
}

function replaced(
  weights: SparseWeights,
  number: Int32Array,
  bones: readonly number[],
  x: Float64Array,
): SparseWeights {
  const builder = new WeightBuilder();
  for (let i = 0; i < number.length; i++) {
    const u = number[i];
    const row = u < 0 ? [] : bones.map((j, c) => [j, x[bones.length * u + c]] as const);
    const kept = row.filter(([, w]) => w > LEAST);
    if (kept.length > 0) builder.addScaledRow(kept);
    else {
      builder.copy(weights, i);
      builder.endRow();
    }
  }
  return builder.weights();
}
