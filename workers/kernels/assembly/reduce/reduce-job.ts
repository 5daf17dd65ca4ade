import { Optional } from "../memory";

/** The most influences of a vertex in a reduced rig: the room of a support. */
export const MOST_INFLUENCES: i32 = 16;

/** Marks an empty place of a candidate list, or an empty slot of a support. */
export const NO_BONE: u32 = 0xffff;
export const NO_PLACE: u32 = 0xff;

/**
 * A reduction of weights: min Σ a0|d_i|² + Σ_edges c_ik [τ|d_i−d_k|² + (1−τ)(n_ik·(d_i−d_k))²] + a2 Σ|(Ld)_i|² over
 * weights w_i ≥ 0, Σw_i = 1, with at most k of them above 0. Weights sum to 1, so the residual d_i = Σ_j w_ij x_ij −
 * y_i is linear in them, with the columns x_ij − y_i.
 *
 * Rows of a vertex have `stride` f32. With `motion`, columns are positions under single bones: all x of the examples,
 * then all y, then all z, `lanes` each, a multiple of 4. Without `motion`, columns are the weights themselves. With
 * `points` the last four f32 of a row are the place at rest under each corner of a cage (x, y, z, 0), and a0 counts for
 * these alone.
 */
@unmanaged
export class ReduceJob {
  vertices!: i32;
  bones!: i32;
  /** C, places in the candidate list of a vertex. */
  candidates!: i32;
  /** k, slots of a support. */
  influences!: i32;
  stride!: i32;
  lanes!: i32;
  /** 3V, or 0 if `rests` has a position for each example. */
  rest!: Optional;
  /** V rows, or 0. */
  rests!: Optional;
  /** motion[(bone·12 + entry)·lanes + example], or 0. */
  motion!: Optional;
  /** The corners of a cage, four f32 a bone, or 0. */
  points!: Optional;
  /** y, V rows. */
  targets!: usize;
  /** Unit normals of the targets, V rows; 0 if τ is 1 or there are no edge terms. */
  normals!: Optional;
  /** d, V rows. */
  residuals!: usize;
  /** r = Ld, V rows, or 0 if a2 is 0. */
  laplacians!: Optional;
  /** Rings: neighbours[offsets[i] .. offsets[i + 1]], u32. */
  offsets!: usize;
  neighbours!: usize;
  /** c_ik of each neighbour. */
  edges!: Optional;
  /** λ_ik and λ_ki of each neighbour: L = I − Λ. 0 if a2 is 0. */
  lambdas!: Optional;
  backward!: Optional;
  /** u16, C a vertex. */
  list!: usize;
  /** C·C a vertex. */
  grams!: usize;
  /** u8, k a vertex: places in the list. */
  slots!: usize;
  /** k a vertex. */
  values!: usize;
  /**
   * u8, 2V: vertices to visit in this sweep, and in the next; then those whose ring has moved much since their last
   * search.
   */
  active!: usize;
  next!: usize;
  a0!: f32;
  a2!: f32;
  /** τ: the share of tangential gradients that counts, 0 to 1. */
  tangential!: f32;
}

/** The row of a vertex. @inline */
export function rowOf(job: ReduceJob, table: usize, i: usize): usize {
  return table + ((i * <usize>job.stride) << 2);
}

/** The bone at a place of a vertex's list. @inline */
export function boneAt(job: ReduceJob, i: usize, place: u32): u32 {
  return <u32>load<u16>(job.list + ((i * <usize>job.candidates + place) << 1));
}
