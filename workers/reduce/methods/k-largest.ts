import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import { roundRow } from "../fewer-influences";
import { keepLargest } from "../refit-weights";

/** The k largest weights of each vertex, scaled to the sum 1 (Eqs 33-34). Ties go to the first bones. */
export function kLargest({ offsets, bones, values }: SparseWeights, k: number): SparseWeights {
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Float64Array.from(values.subarray(offsets[i], offsets[i + 1]));
    const kept = row.length > k ? roundRow(keepLargest(row, k)) : row;
    kept.forEach((weight, n) => {
      if (weight > 0) rows.add(bones[offsets[i] + n], weight);
    });
    rows.endRow();
  }
  return rows.weights();
}
