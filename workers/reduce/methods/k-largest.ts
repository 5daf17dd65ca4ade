import type { SparseWeights } from "../../model/rig/sparse-weights";
import { roundRow } from "../fewer-influences";
import { keepLargest } from "../refit-weights";

/** The k largest weights of each vertex, scaled to the sum 1 (Eqs 33-34); of equal ones those of the first bones. */
export function kLargest({ offsets, bones, values }: SparseWeights, k: number): SparseWeights {
  const out = { offsets: new Uint32Array(offsets.length), bones: [] as number[], values: [] as number[] };
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Float64Array.from(values.subarray(offsets[i], offsets[i + 1]));
    const kept = row.length > k ? roundRow(keepLargest(row, k)) : row;
    kept.forEach((weight, n) => {
      if (!(weight > 0)) return;
      out.bones.push(bones[offsets[i] + n]);
      out.values.push(weight);
    });
    out.offsets[i + 1] = out.bones.length;
  }
  return {
    version: 1,
    offsets: out.offsets,
    bones: Uint16Array.from(out.bones),
    values: Float32Array.from(out.values),
  };
}
