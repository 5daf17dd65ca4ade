import { f64At, loadI32, Optional } from "../memory";

@unmanaged
export class ArapSystem {
  /** V·4: x, y, z, 1. */
  points!: usize;
  /** Neighbours (CSR, u32), with Λ_i λ_ik and Λ_k λ_ki of each. */
  ringOffsets!: usize;
  ring!: usize;
  own!: usize;
  other!: usize;
  supportOffsets!: usize;
  support!: usize;
  /** A weight for each entry of the support; the weights of a vertex sum to 1. */
  weights!: usize;
  bones!: i32;
  /** G_ab = Σ_ex M_aᵀ M_b of the pieces, row-major. */
  gram!: usize;
  /** Where block row i begins in `rows`, V + 1. */
  rowOffsets!: usize;
  /** Block row i: a row for each unknown of i, over the unknowns of i and then of its neighbours, padded to even. */
  rows!: usize;
  /** Where block i begins in `blocks` and `inverses`, V. */
  blockOffsets!: usize;
  /** A(i, i) without constraints, row-major. */
  blocks!: usize;
  /** The inverse of A(i, i) with constraints. */
  inverses!: usize;
  /** Half of the gradient at x = 0 and R = 0, without constraints, N. */
  constant!: usize;
  /** The energy of each vertex at that point, V. */
  base!: usize;
  scratch!: usize;
  scratchBytes!: i32;
  /**
   * The pieces of the bones of each vertex (CSR), with their weights. They are the supports themselves if no bone
   * bends.
   */
  wideOffsets!: usize;
  wide!: usize;
  wideWeights!: usize;
  /**
   * Where the pieces of each entry of the support begin, and their shares of its weight; 0 if each bone is one piece.
   */
  wideStarts!: Optional;
  wideShares!: Optional;
  /** The pieces of each vertex and its neighbours (CSR), ascending. */
  nearOffsets!: usize;
  nearBones!: usize;
}

/** @inline */
export function unknownOf(s: ArapSystem, i: i32): i32 {
  return loadI32(s.supportOffsets, i) - i;
}

/** @inline */
export function startOf(s: ArapSystem, entry: i32): i32 {
  return s.wideStarts ? loadI32(s.wideStarts, entry) : entry;
}

/** @inline */
export function shareOf(s: ArapSystem, n: i32): f64 {
  return s.wideShares ? load<f64>(f64At(s.wideShares, n)) : 1.0;
}

@unmanaged
export class ArapLocal {
  /** Clusters' vertices (CSR). */
  memberOffsets!: usize;
  members!: usize;
  /** The bones of members and of their neighbours (CSR), ascending. */
  boneOffsets!: usize;
  clusterBones!: usize;
  /** Clustering of each cluster, and the pairs of exemplars of each clustering. */
  clusterings!: usize;
  pairOffsets!: usize;
  /** Motions: 12 numbers of both exemplars for each pair and bone. */
  motions!: usize;
  /** Out: K_xj = Σ_ex M_jᵀ R_x, 4x3, for each bone of each cluster. */
  sums!: usize;
  /** Out: Σ_ex tr(R_xᵀ cov_x) − ½ (|R e|² − |e|²) of each cluster. */
  traces!: usize;
  /** Cluster of each vertex in each clustering, Q·V; the number of clusterings and of vertices. */
  owners!: usize;
  clusteringCount!: i32;
  vertexCount!: i32;
  /** The bones of each vertex and its neighbours (CSR), ascending. */
  nearOffsets!: usize;
  nearBones!: usize;
  /** Out: K summed over the clusterings, for each of these bones. */
  gathered!: usize;
  /** Λ, V. */
  masses!: usize;
  /**
   * For rotations that stretch like bones (`bendSlopes`): the derivatives of the pieces' shares and their directions,
   * or 0.
   */
  slopes!: Optional;
  gradients!: Optional;
}

/**
 * The scratch numbers that the kernels of this folder need on each thread. `widest`: unknowns of a vertex and its ring.
 */
export function arapScratch(bones: i32, widest: i32): i32 {
  return <i32>max(37 * bones + 88, max(widest + 2, 134));
}
