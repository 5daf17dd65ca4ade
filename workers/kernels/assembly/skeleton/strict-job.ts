import { Optional } from "../memory";

/** A skeleton of h bones and its statistics in the tree's basis (tree.ts), for kernels over frames. */
@unmanaged
export class StrictJob {
  bones!: i32;
  /** h i32: −1 for roots. */
  parents!: usize;
  /** 3 rows of 4h a frame: [R_k | τ_k]. */
  pose!: usize;
  /** M = L N Lᵀ, 4h by 4h. */
  normal!: usize;
  /** C Lᵀ, 3 rows of 4h a frame. */
  cross!: usize;
  /** h i32: the number of a bone's τ among the unknown ones, −1 if it stays. */
  shifts!: usize;
  shiftCount!: i32;
  /** h f64: the cost of |τ|², 0 for none. */
  ridges!: usize;
  /** h i32: the number of a bone's joint among the unknown ones, −1 if it stays. */
  pivots!: usize;
  pivotCount!: i32;
  /** h flags or 0: bones whose rotation stays. */
  locked!: Optional;
  damping!: f64;
  scratch!: usize;
  scratchBytes!: i32;
}
