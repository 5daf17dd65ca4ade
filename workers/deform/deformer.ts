/** The interface of all deformers: they are prepared once, then pose the mesh for any bone matrices. */

/** A posed mesh. */
export interface Posed {
  /** 3V. */
  positions: Float64Array;
  /** Unit quaternions x, y, z, w that turn each vertex's rest normal, 4V. */
  rotations: Float64Array;
  /**
   * How well each rotation is determined, V: (σ2 ± σ3) / σ1 of the matrix that gives it, or 1 if the deformer always
   * determines it. Near 0 the smallest change turns the vertex, so comparisons should leave it out.
   */
  certainty: Float64Array;
}

/** Weights of the bones on each vertex, rows that sum to 1: SparseWeights, or the same in f64. */
export interface BlendRows {
  /** V + 1: vertex i has the entries offsets[i] .. offsets[i + 1]. */
  offsets: ArrayLike<number>;
  bones: ArrayLike<number>;
  values: ArrayLike<number>;
}

export interface Deformer {
  readonly vertexCount: number;
  /**
   * @param bones row-major 3x4 matrices from rest to posed, 12B numbers.
   * @param out the arrays to write; new ones by default.
   * @param corrected rest positions in this pose, 3V, from a rig's correction; only the classic deformers use them.
   * Prepared data (centres of rotation) still belong to the plain rest pose.
   */
  pose(bones: ArrayLike<number>, out?: Posed, corrected?: ArrayLike<number>): Posed;
}

export function emptyPose(vertexCount: number): Posed {
  return {
    positions: new Float64Array(3 * vertexCount),
    rotations: new Float64Array(4 * vertexCount),
    certainty: new Float64Array(vertexCount).fill(1),
  };
}
