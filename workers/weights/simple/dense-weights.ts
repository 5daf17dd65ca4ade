import type { SparseWeights } from "../../model/rig/sparse-weights";

/** The weight of every segment at every vertex. The columns of virtual segments are 0. */
export interface DenseWeights {
  /** Number of segments of the skeleton, including virtual ones: B. */
  bones: number;
  /** V·B, row i the weights of vertex i: values[i·B + j]. Rows sum to 1. */
  values: Float64Array;
}

/** Which segments may move each vertex: bones[offsets[i] .. offsets[i + 1]], ascending, at least one. */
export interface Supports {
  /** V + 1. */
  offsets: Uint32Array;
  bones: Uint16Array;
}

/**
 * The weights on the supports, each row scaled to the sum 1 and then rounded to f32. A row of zeros gets equal weights.
 * Other rows keep their zeros.
 */
export function gatherWeights(
  { bones: count, values }: DenseWeights,
  { offsets, bones }: Supports,
): SparseWeights {
  const out = new Float32Array(bones.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [begin, end] = [offsets[i], offsets[i + 1]];
    let sum = 0;
    for (let e = begin; e < end; e++) sum += values[count * i + bones[e]];
    for (let e = begin; e < end; e++)
      out[e] = sum > 0 ? values[count * i + bones[e]] / sum : 1 / (end - begin);
  }
  return { version: 1, offsets: offsets.slice(), bones: bones.slice(), values: out };
}

/** Scales the rows to the sum 1. Rows of zeros stay. */
export function normaliseDenseWeights({ bones, values }: DenseWeights): void {
  for (let at = 0; at < values.length; at += bones) {
    let sum = 0;
    for (let j = 0; j < bones; j++) sum += values[at + j];
    if (sum > 0) for (let j = 0; j < bones; j++) values[at + j] /= sum;
  }
}

/** The same weights without entries that are 0. */
export function withoutZeros({ offsets, bones, values }: SparseWeights): SparseWeights {
  const starts = new Uint32Array(offsets.length);
  const kept = values.reduce((count, w) => count + (w > 0 ? 1 : 0), 0);
  const out = {
    version: 1 as const,
    offsets: starts,
    bones: new Uint16Array(kept),
    values: new Float32Array(kept),
  };
  let at = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(values[e] > 0)) continue;
      out.bones[at] = bones[e];
      out.values[at++] = values[e];
    }
    starts[i + 1] = at;
  }
  return out;
}
