/** The precomputed data of Direct Delta Mush; `psi.ts` has the equations. */

/** Ψ and w', one entry for each bone that reaches a vertex; independent of α. */
export interface DirectMoments {
  /** 3V. */
  rest: Float64Array;
  /** p_i, 3V. */
  centres: Float64Array;
  /** V + 1: vertex i has the entries offsets[i] .. offsets[i + 1], sorted by bone. */
  offsets: Uint32Array;
  bones: Uint16Array;
  /** 9 per entry: A as xx, xy, xz, yy, yz, zz, then b. */
  moments: Float64Array;
  /** ψ, one per entry; rows sum to 1. */
  psi: Float64Array;
  /** w', one per entry; rows sum to 1. */
  smooth: Float64Array;
}

/** Positions about the middle of their bounding box with diagonal 1, so that squares keep their digits. */
export interface LocalPositions {
  positions: Float64Array;
  origin: number[];
  /** Length of 1 in the mesh's units. */
  unit: number;
}
