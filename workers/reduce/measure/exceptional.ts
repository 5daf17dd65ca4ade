/** Finds vertices that need more influences than the others. */
import type { MakeParallel } from "../../kernels/parallel";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ExceptionalVertices, ReduceInput, ReductionFigures } from "../../model/reduce/reduce-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Examples } from "./examples";
import { oneMoreRows } from "./one-more-rows";

/** A vertex is exceptional if its error is above this multiple of the error with dense weights. */
const TIMES_DENSE = 2;

/** Vertices whose error is above twice the error with dense weights, and above a length. */
export function farFromDense(errors: Float32Array, dense: Float32Array, floor: number): number[] {
  return [...errors.keys()].filter((i) => errors[i] > TIMES_DENSE * dense[i] && errors[i] > floor);
}

/**
 * Vertices whose error is above twice the error with dense weights, and above a share of the diagonal. Vertices that
 * gain most from one more influence come first.
 * @param poses the poses over which errors are measured.
 */
export async function exceptionalVertices(
  { sequence, rig, settings }: Pick<ReduceInput, "sequence" | "rig" | "settings">,
  poses: Examples,
  weights: SparseWeights,
  { dense, figures }: { dense: ReductionFigures; figures: ReductionFigures },
  makeParallel: MakeParallel,
  task: Task,
): Promise<ExceptionalVertices> {
  const floor = settings.exceptionalShare * restDiagonal(sequence);
  const found = farFromDense(figures.errorPerVertex, dense.errorPerVertex, floor);
  const rows = await oneMoreRows(rig, poses, weights, Uint32Array.from(found), makeParallel, task);
  const better = new Map(
    found.map((i, n) => [i, Math.min(figures.errorPerVertex[i], Math.sqrt(rows[n].error / poses.count))]),
  );
  const gain = (i: number) => figures.errorPerVertex[i] - better.get(i)!;
  found.sort((a, b) => gain(b) - gain(a) || a - b);
  return {
    vertices: Uint32Array.from(found),
    errors: Float32Array.from(found, (i) => figures.errorPerVertex[i]),
    dense: Float32Array.from(found, (i) => dense.errorPerVertex[i]),
    oneMore: Float32Array.from(found, (i) => better.get(i)!),
  };
}
