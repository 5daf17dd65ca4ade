/**
 * Skinning weights, one row a vertex (compressed sparse rows): vertex i is moved by
 * bones[offsets[i] .. offsets[i + 1]] with the values beside them. Rows sum to 1 and are sorted by bone.
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

/** Weight of bone `j` on every vertex, V numbers. */
export function weightsOfBone(weights: SparseWeights, j: number): Float32Array {
  const column = new Float32Array(weights.offsets.length - 1);
  for (let i = 0; i < column.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.bones[e] === j) column[i] = weights.values[e];
    }
  }
  return column;
}
