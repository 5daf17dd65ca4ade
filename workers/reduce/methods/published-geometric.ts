/** Geometric weights exactly as published: non-negative least squares, scaled to the sum 1 afterwards (Eqs 39-40). */
import { nonNegativeSquares } from "../../math/non-negative-squares";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import { roundRow } from "../fewer-influences";
import type { Examples } from "../measure/examples";

/** Vertices between two checkpoints. */
const AT_ONCE = 256;

/**
 * min |[cA; 1…1]w − [cb; 1]| over w ≥ 0 with c = 1/|b|, then w / Σw, on given supports. It depends on where the origin
 * is, because Σw = 1 is only one row among many.
 * @param supports rows whose bones are the supports. Their values are not used.
 */
export async function publishedGeometric(
  rig: Rig,
  examples: Examples,
  supports: SparseWeights,
  task: Task,
): Promise<SparseWeights> {
  const { offsets, bones } = supports;
  const V = offsets.length - 1;
  const rows = new WeightBuilder();
  for (let i = 0; i < V; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Fitting weights", done: i / V, detail: "" });
      await task.checkpoint();
    }
    const support = bones.subarray(offsets[i], offsets[i + 1]);
    const { gram, right } = normalEquations(rig, examples, i, support);
    const found = nonNegativeSquares(gram, right);
    const row = found.some((w) => w > 0) ? found : new Float64Array(support.length).fill(1);
    roundRow(row).forEach((weight, n) => {
      if (weight > 0) rows.add(support[n], weight);
    });
    rows.endRow();
  }
  return rows.weights();
}

/** c²AᵀA + 11ᵀ and c²Aᵀb + 1. */
function normalEquations(rig: Rig, examples: Examples, i: number, support: Uint16Array) {
  const n = support.length;
  const columns = Array.from(support, (j) => positionsUnder(rig, examples, i, j));
  const b = positionsOf(examples, i, rig.rest.length);
  const square = dot(b, b) || 1;
  const gram = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let r = 0; r < n; r++) {
    right[r] = dot(columns[r], b) / square + 1;
    for (let c = 0; c < n; c++) gram[n * r + c] = dot(columns[r], columns[c]) / square + 1;
  }
  return { gram, right };
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, n) => sum + x * b[n], 0);

function positionsOf({ targets, strengths, count }: Examples, i: number, size: number): Float64Array {
  return Float64Array.from(
    { length: 3 * count },
    (_, n) => strengths[Math.floor(n / 3)] * targets[Math.floor(n / 3) * size + 3 * i + (n % 3)],
  );
}

function positionsUnder(rig: Rig, examples: Examples, i: number, j: number): Float64Array {
  const { motion, rests, count, strengths } = examples;
  const size = rig.rest.length;
  const out = new Float64Array(3 * count);
  for (let p = 0; p < count; p++) {
    const [from, at] = rests ? [rests, p * size + 3 * i] : [rig.rest, 3 * i];
    for (let r = 0; r < 3; r++) {
      const m = 12 * (p * rig.bones.length + j) + 4 * r;
      const moved = motion[m] * from[at] + motion[m + 1] * from[at + 1] + motion[m + 2] * from[at + 2];
      out[3 * p + r] = strengths[p] * (moved + motion[m + 3]);
    }
  }
  return out;
}
