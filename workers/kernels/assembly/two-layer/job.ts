/**
 * Weights in two layers, and the data of their errors. For weights x that sum to 1, the squared error of vertex i is
 * xᵀA_i x = Σ_jk x_j x_k (m_i · T_jk) − 2 Σ_j x_j b_ij + y_i². m_i are the ten monomials of its rest position, T_jk the
 * forms of a pair of bones (`pairTable`), and b_ij the product of its target with bone j.
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
  /** The current number of virtual bones, and the most bones of each. */
  atoms!: i32;
  atomSlots!: i32;
  /** q·atomSlots: the bones of each virtual bone, −1 where there are no more, and their weights. */
  atomIds!: usize;
  atomValues!: usize;
  /** q·bones·10: X_rj = Σ_k d_kr T_jk; then q·10: the form of r with itself, Σ_j d_jr X_rj. */
  forms!: usize;
  ownForms!: usize;
  /** The most virtual bones of a vertex, 2 to 4. */
  blends!: i32;
  /** V·blends: −1 where there are no more. */
  ids!: usize;
  shares!: usize;
  /** V: squared errors. */
  errors!: usize;
  /** Rings, CSR. */
  ringOffsets!: usize;
  ring!: usize;
  /** A change must lower the error of a vertex by more than this share of the error, and by more than `noise`. */
  leastGain!: f64;
  noise!: f64;
  scratch!: usize;
  scratchBytes!: i32;
}
