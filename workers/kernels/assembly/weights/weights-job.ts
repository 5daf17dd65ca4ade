import { Optional } from "../memory";

@unmanaged
export class WeightsJob {
  /** Weight of |w_i − w_l|² for neighbours i and l in the objective. */
  smoothness!: f64;
  /** A residual below this is the rounding of the input: no more bones are looked for. */
  noise!: f64;
  /** i32 list of vertices that items number, or 0: items are vertices. */
  order!: Optional;
  /** V·4; moved in mode REST. */
  rest!: usize;
  trajectories!: usize;
  stride!: i32;
  rank!: i32;
  norms!: usize;
  /** UᵀB, rank rows of 4h. */
  reduced!: usize;
  pairs!: usize;
  diagonals!: usize;
  bones!: i32;
  /** Room for influences a vertex, and how many it may use. */
  slots!: i32;
  limit!: i32;
  candidates!: i32;
  rounds!: i32;
  mode!: i32;
  /** In and out: V·slots; unused slots have bone −1. */
  ids!: usize;
  values!: usize;
  /** Out: squared residual of each vertex. */
  errors!: usize;
  /** V flags or 0: weights that stay. */
  locked!: Optional;
  /** V·slots or 0: out, what losing each influence costs. */
  losses!: Optional;
  /** V·(bones − newcomers) or 0: out, what each bone from number `newcomers` on promises. */
  promises!: Optional;
  newcomers!: i32;
  /** BᵀB, 4h by 4h. */
  gram!: usize;
  /** Neighbours of each vertex (CSR, i32), for smoothness; 0 without. */
  neighbourOffsets!: Optional;
  neighbours!: Optional;
  /** V rows of ⌈bones / 32⌉ words or 0: a bit for each bone that may move the vertex, at least one a row. */
  allowed!: Optional;
  scratch!: usize;
  scratchBytes!: i32;
  /** V or 0: how much each vertex counts; errors, losses and promises are times that. */
  importance!: Optional;
  /** V i32 or 0: a bone that has at least half of the vertex, or −1. Only where `limit` is 2 or more. */
  anchors!: Optional;
}
