/** Finds vertices that need more influences than the others. */

import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ExceptionalVertices, ReduceInput, ReductionFigures } from "../../model/reduce/reduce-report";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { minimisePairs, quadratic } from "../refit-weights";
import { gainsOf, residualGram } from "../residual-gram";
import type { Examples } from "./examples";

/** Vertices between two checkpoints. */
const AT_ONCE = 64;
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
  task: Task,
): Promise<ExceptionalVertices> {
  const floor = settings.exceptionalShare * restDiagonal(sequence);
  const found = farFromDense(figures.errorPerVertex, dense.errorPerVertex, floor);
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

/** Examples in the form that `residualGram` takes. */
export function posedExamples(rig: Rig, { count, motion, targets }: Examples) {
  const [size, matrices] = [rig.rest.length, 12 * rig.bones.length];
  return {
    rest: rig.rest,
    motion: Array.from({ length: count }, (_, p) => motion.subarray(p * matrices, (p + 1) * matrices)),
    targets: Array.from({ length: count }, (_, p) => targets.subarray(p * size, (p + 1) * size)),
  };
}

/** A row of weights, and its sum of squared distances over the examples. */
export interface FittedRow {
  bones: number[];
  values: Float64Array;
  error: number;
}

/** The number of bones that are tried, the ones that lower the error fastest. */
const TRIED = 4;

/** The best row for vertex `i` with one more influence, among the bones that lower the error fastest. */
export function oneMore(
  posed: ReturnType<typeof posedExamples>,
  { bones: { length: B } }: Rig,
  { rests }: Examples,
  { offsets, bones, values }: SparseWeights,
  i: number,
): FittedRow {
  const own = Array.from(bones.subarray(offsets[i], offsets[i + 1]));
  const weights = values.subarray(offsets[i], offsets[i + 1]);
  const places = rests ? placesOf(rests, posed.rest.length, posed.motion.length, i) : null;
  const gains = gainsOf(posed, i, new Map(own.map((bone, n) => [bone, weights[n]])), B, places);
  const others = [...gains.keys()].filter((j) => gains[j] > 0 && !own.includes(j));
  const tried = others.sort((a, b) => gains[b] - gains[a] || a - b).slice(0, TRIED);
  const n = own.length + tried.length;
  const gram = residualGram(posed, i, [...own, ...tried], places);
  const start = new Float64Array(n);
  start.set(weights);
  let best: FittedRow = { bones: own, values: start.slice(0, own.length), error: quadratic(gram, n, start) };
  tried.forEach((bone, at) => {
    const trial = start.slice();
    const free = new Uint8Array(n).fill(1, 0, own.length);
    free[own.length + at] = 1;
    minimisePairs(gram, n, trial, free);
    const error = quadratic(gram, n, trial);
    if (error >= best.error) return;
    best = {
      bones: [...own, bone],
      values: Float64Array.of(...trial.subarray(0, own.length), trial[own.length + at]),
      error,
    };
  });
  return best;
}

function placesOf(rests: Float32Array, size: number, count: number, i: number): Float64Array {
  return Float64Array.from(
    { length: 3 * count },
    (_, n) => rests[Math.floor(n / 3) * size + 3 * i + (n % 3)],
  );
}
