/**
 * Weights in two layers and the errors that they are judged by. The squared error of vertex i with weights x is
 * xᵀA_i x = Σ_jk x_j x_k (m_i · T_jk) − 2 Σ_j x_j b_ij + y_i², for weights that sum to 1: m_i are the ten monomials of
 * its rest position, T_jk the forms of a pair of bones (`pairTable`) and b_ij the product of its target with bone j.
 */
@unmanaged
export class TwoLayerJob {
  vertices!: i32;
  bones!: i32;
  /** V·10. */
  monomials!: usize;
  /** V·bones. */
  products!: usize;
  /** V: y². */
  norms!: usize;
  /** The forms of pairs, (j·10 + q)·padded + k, where padded is `bones` rounded up to even. */
  pairs!: usize;
  /** Virtual bones so far, and the most bones of each. */
  atoms!: i32;
  atomSlots!: i32;
  /** q·atomSlots: the bones of each virtual bone, −1 where there are no more, and their weights. */
  atomIds!: usize;
  atomValues!: usize;
  /** q·bones·10: X_rj = Σ_k d_kr T_jk, and q·10: its own form Σ_j d_jr X_rj. */
  forms!: usize;
  ownForms!: usize;
  /** The virtual bones of a vertex: at most `blends`, 2 to 4. */
  blends!: i32;
  /** V·blends: −1 where there are no more. */
  ids!: usize;
  shares!: usize;
  /** V: squared errors. */
  errors!: usize;
  /** Rings, CSR. */
  ringOffsets!: usize;
  ring!: usize;
  /** A change must lower the error of a vertex by this share of it, and by `noise`. */
  leastGain!: f64;
  noise!: f64;
  scratch!: usize;
  scratchBytes!: i32;
}
