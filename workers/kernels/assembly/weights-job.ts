/** Field order is that of WeightsJob in weights-phase.ts. */
@unmanaged
export class Job {
  /** Weight of |w_i − w_l|² for neighbours i and l in the objective. */
  smoothness!: f64;
  /** A residual below this is the rounding of the input: no more bones are looked for. */
  noise!: f64;
  /** i32 list of vertices that items number, or 0: items are vertices. */
  order!: i32;
  /** V·4; moved in mode REST. */
  rest!: i32;
  trajectories!: i32;
  stride!: i32;
  rank!: i32;
  norms!: i32;
  /** UᵀB, rank rows of 4h. */
  reduced!: i32;
  pairs!: i32;
  diagonals!: i32;
  bones!: i32;
  /** Room for influences a vertex, and how many it may use. */
  slots!: i32;
  limit!: i32;
  candidates!: i32;
  rounds!: i32;
  mode!: i32;
  /** In and out: V·slots; unused slots have bone −1. */
  ids!: i32;
  values!: i32;
  /** Out: squared residual of each vertex. */
  errors!: i32;
  /** V flags or 0: weights that stay. */
  locked!: i32;
  /** V·slots or 0: out, what losing each influence costs. */
  losses!: i32;
  /** V·(bones − newcomers) or 0: out, what each bone from number `newcomers` on promises. */
  promises!: i32;
  newcomers!: i32;
  /** BᵀB, 4h by 4h. */
  gram!: i32;
  /** Neighbours of each vertex (CSR, i32), for smoothness; 0 without. */
  neighbourOffsets!: i32;
  neighbours!: i32;
  /** V rows of ⌈bones / 32⌉ words or 0: a bit for each bone that may move the vertex, at least one a row. */
  allowed!: i32;
  scratch!: i32;
  scratchBytes!: i32;
  /** V or 0: how much each vertex counts; errors, losses and promises are times that. */
  importance!: i32;
  /** V i32 or 0: a bone that has at least half of the vertex, or −1. Only where `limit` is 2 or more. */
  anchors!: i32;
}
