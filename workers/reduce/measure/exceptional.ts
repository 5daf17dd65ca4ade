/** Vertices that need more influences than the others. */

import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ExceptionalVertices, ReduceInput, ReductionFigures } from "../../model/reduce/reduce-report";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { minimisePairs, quadratic } from "../refit-weights";
import { residualGram } from "../residual-gram";
import type { Examples } from "./examples";

/** Vertices between two checkpoints. */
const AT_ONCE = 64;
/** An error counts as over twice the dense one above this multiple. */
const TIMES_DENSE = 2;

/**
 * Vertices whose error is over twice the dense one and above a share of the diagonal, those first from which one more
 * influence takes the most error.
 * @param poses what the errors are over.
 */
export async function exceptionalVertices(
  { sequence, rig, settings }: Pick<ReduceInput, "sequence" | "rig" | "settings">,
  poses: Examples,
  weights: SparseWeights,
  { dense, figures }: { dense: ReductionFigures; figures: ReductionFigures },
  task: Task,
): Promise<ExceptionalVertices> {
  const floor = settings.exceptionalShare * restDiagonal(sequence);
  const found: number[] = [];
  figures.errorPerVertex.forEach((error, i) => {
    if (error > TIMES_DENSE * dense.errorPerVertex[i] && error > floor) found.push(i);
  });
  const posed = posedExamples(rig, poses);
  const better = new Map<number, number>();
  for (const [n, i] of found.entries()) {
    if (n % AT_ONCE === 0) {
      task.progress({ phase: "Exceptional vertices", done: n / found.length, detail: "" });
      await task.checkpoint();
    }
    const sum = oneMore(posed, rig, poses, weights, i).error;
    better.set(i, Math.min(figures.errorPerVertex[i], Math.sqrt(Math.max(0, sum) / poses.count)));
  }
  const gain = (i: number) => figures.errorPerVertex[i] - better.get(i)!;
  found.sort((a, b) => gain(b) - gain(a) || a - b);
  return {
    vertices: Uint32Array.from(found),
    errors: Float32Array.from(found, (i) => figures.errorPerVertex[i]),
    dense: Float32Array.from(found, (i) => dense.errorPerVertex[i]),
    oneMore: Float32Array.from(found, (i) => better.get(i)!),
  };
}

/** Examples as `residualGram` takes them. */
export function posedExamples(rig: Rig, { count, motion, targets }: Examples) {
  const [size, matrices] = [rig.rest.length, 12 * rig.bones.length];
  return {
    rest: rig.rest,
    motion: Array.from({ length: count }, (_, p) => motion.subarray(p * matrices, (p + 1) * matrices)),
    targets: Array.from({ length: count }, (_, p) => targets.subarray(p * size, (p + 1) * size)),
  };
}

/** A row of weights, and its sum of squared distances over the examples. */
export interface Row {
  bones: number[];
  values: Float64Array;
  error: number;
}

/** The best row for vertex `i` with one influence more than it has, each other bone being tried. */
export function oneMore(
  posed: ReturnType<typeof posedExamples>,
  { bones: { length: B } }: Rig,
  { rests }: Examples,
  { offsets, bones, values }: SparseWeights,
  i: number,
): Row {
  const own = Array.from(bones.subarray(offsets[i], offsets[i + 1]));
  const all = [...own, ...Array.from({ length: B }, (_, j) => j).filter((j) => !own.includes(j))];
  const places = rests ? placesOf(rests, posed.rest.length, posed.motion.length, i) : null;
  const gram = residualGram(posed, i, all, places);
  const start = new Float64Array(B);
  own.forEach((_, n) => {
    start[n] = values[offsets[i] + n];
  });
  let best = { bones: own, values: start.slice(0, own.length), error: quadratic(gram, B, start) };
  for (let n = own.length; n < B; n++) {
    const trial = start.slice();
    const free = new Uint8Array(B).fill(1, 0, own.length);
    free[n] = 1;
    minimisePairs(gram, B, trial, free);
    const error = quadratic(gram, B, trial);
    if (error >= best.error) continue;
    best = {
      bones: [...own, all[n]],
      values: Float64Array.of(...trial.subarray(0, own.length), trial[n]),
      error,
    };
  }
  return best;
}

function placesOf(rests: Float32Array, size: number, count: number, i: number): Float64Array {
  return Float64Array.from(
    { length: 3 * count },
    (_, n) => rests[Math.floor(n / 3) * size + 3 * i + (n % 3)],
  );
}
