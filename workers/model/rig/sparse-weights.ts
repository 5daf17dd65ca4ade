/**
 * Skinning weights, one row per vertex (compressed sparse rows): bones[offsets[i] .. offsets[i + 1]] move vertex i,
 * with the values at the same indices. Rows sum to 1 and are sorted by bone.
 */
export interface SparseWeights {
  version: 1;
  /** V + 1. */
  offsets: Uint32Array;
  bones: Uint16Array;
  values: Float32Array;
}

/** The largest number of influences of a vertex. */
export function maxInfluences(weights: SparseWeights): number {
  let most = 0;
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    most = Math.max(most, weights.offsets[i + 1] - weights.offsets[i]);
  }
  return most;
}
