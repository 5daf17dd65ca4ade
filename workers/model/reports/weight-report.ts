import type { Rig } from "../rig/rig";
import type { SparseWeights } from "../rig/sparse-weights";

/** A weight that is held, by itself or by the artist. */
export interface HeldWeight {
  kind: "attach" | "neumann";
  vertex: number;
  bone: number;
  /** Whether the artist added it. */
  added: boolean;
  /** Share of the whole energy in the three rings around the vertex. */
  energy: number;
  /** Of an attachment: the bone's mean weight in the ring around. Below 0.8 it probably is wrong, a spike. */
  around: number;
  /** An attachment that is probably wrong. */
  suspicious: boolean;
}

/** The rig that weights over the segments of a skeleton stand for. */
export interface BoundRig {
  /** One frame, of identities. */
  rig: Rig;
  /** Segment of each bone of the rig. */
  segmentOfBone: Uint16Array;
}

/** Weights under way. */
export interface WeightsPartial {
  /** Iterations done since the start; 0 are the weights that it starts from. */
  iteration: number;
  /** Rows of the V vertices over the segments of the skeleton: not negative, sum 1. */
  weights: SparseWeights;
  /** Mean squared strain over the exemplars, one a finished iteration, oldest first. */
  energyPerIteration: number[];
  /** V: mean squared strain around each vertex, over all exemplars. Sent now and then; null in between. */
  strain: Float32Array | null;
  /** Attachments and borders; sent with strain and where the artist changes them, null in between. */
  held: HeldWeight[] | null;
  /** B: mass of each bone over that of its heat weights: far below 1 it has faded. */
  massOfHeat: Float64Array;
  /** Exemplars by bone of the rig that comes out, F·B'·12; sent at first, and when they change; null in between. */
  exemplars: Float32Array | null;
  /** It has converged, and waits for edits. */
  idle: boolean;
  /** Seconds of the last iteration. */
  seconds: number;
  /** The rig that the weights stand for. */
  bound: BoundRig;
  /** The same of the heat weights on the same supports; sent once, with the first. */
  heat?: Rig;
  /** Of the weights as they are, sent where it has converged. */
  report?: WeightReport;
}

export interface WeightReport {
  method: string;
  vertices: number;
  bones: number;
  exemplars: number;
  seed: number;
  energyPerIteration: number[];
  /** Mean squared strain over 100 poses that were not fitted, each vertex with its best rotation. */
  heldOutEnergy: number;
  /** The same of the heat weights that it started from. */
  heldOutHeat: number;
  /** Of each bone, and over that of the heat weights. */
  boneMass: { name: string; mass: number; massOfHeat: number }[];
  /** By phase, in order: seconds. */
  seconds: [phase: string, seconds: number][];
  unknownsPerVertex: number;
  /** Weights below −1e-3 as the last iteration left them, before the final clean-up; none where iterations clamp. */
  negativeWeights: number;
  held: HeldWeight[];
  /**
   * The most bytes at one time of the memory that kernels work in: systems, factors, clusterings. Dense first weights
   * (8 bytes a vertex and bone), tables that a system is planned by and what is handed out come on top.
   */
  bytes: number;
}

export interface WeightsResult {
  /** Over the segments of the skeleton; not negative, rows sum to 1. */
  weights: SparseWeights;
  /** The heat weights on the same supports. */
  heat: SparseWeights;
  /** The rig that the weights stand for. */
  bound: BoundRig;
  report: WeightReport;
}
