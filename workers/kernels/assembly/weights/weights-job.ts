import { Optional } from "../memory";

@unmanaged
export class WeightsJob {
  /** Weight of |w_i − w_l|² for neighbours i and l in the objective. */
  smoothness!: f64;
  /** A residual below this is rounding of the input, so the search for bones stops. */
  noise!: f64;
  /** i32 list of the items' vertices, or 0: items are vertices. */
  order!: Optional;
  /** V·4; moved in the modes REST and SWAP_AND_REST. */
  rest!: usize;
  trajectories!: usize;
  stride!: i32;
  rank!: i32;
  norms!: usize;
  /** UᵀB, rank rows of 4h, and the numbers from one row to the next. */
  reduced!: usize;
  reducedStride!: i32;
  pairs!: usize;
  diagonals!: usize;
  bones!: i32;
  /** Slots for influences of a vertex, and the most influences. */
  slots!: i32;
  limit!: i32;
  candidates!: i32;
  rounds!: i32;
  mode!: i32;
  /**
   * Of so many chunks of items, one searches for bones: number `part`. The vertices of the others keep their bones and
   * get new weights. With 1 all search; more is only for mode 0 without anchors.
   */
  parts!: i32;
  part!: i32;
  /** In and out: V·slots; unused slots have bone −1. */
  ids!: usize;
  values!: usize;
  /** Out: squared residual of each vertex. */
  errors!: usize;
  /** V flags or 0: fixed weights. */
  locked!: Optional;
  /** V·slots or 0: out, the cost of losing each influence. */
  losses!: Optional;
  /**
   * V rows of ⌈bones / 32⌉ words or 0: out in the mode REMOVALS, a bit for each bone that a search looked at. Removing
   * another bone does not change the losses of the vertex, unless the vertex has it.
   */
  noted!: Optional;
  /** V·(bones − newcomers) or 0: out, the predicted gain of each bone from number `newcomers` on. */
  predictedGains!: Optional;
  newcomers!: i32;
  /** BᵀB, 4h by 4h. */
  gram!: usize;
  /** Neighbours of each vertex (CSR, i32) for smoothness, or 0. */
  neighbourOffsets!: Optional;
  neighbours!: Optional;
  /** V rows of ⌈bones / 32⌉ words or 0: a bit for each bone that may move the vertex, at least one per row. */
  allowed!: Optional;
  scratch!: usize;
  scratchBytes!: i32;
  /** V or 0: the importance of each vertex. Errors, losses and predicted gains are multiplied by it. */
  importance!: Optional;
  /** V i32 or 0: a bone with at least half of the vertex, or −1. Only used if `limit` is 2 or more. */
  anchors!: Optional;
}
