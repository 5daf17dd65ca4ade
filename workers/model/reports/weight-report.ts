import type { Rig } from "../rig/rig";
import type { SparseWeights } from "../rig/sparse-weights";

/** A held weight: an attachment or border that was found automatically, or that the artist added. */
export interface HeldWeight {
  kind: "attach" | "neumann";
  vertex: number;
  bone: number;
  /** Whether the artist added it. */
  added: boolean;
  /** Share of the whole energy in the three rings around the vertex. */
  energy: number;
  /** For an attachment: the bone's mean weight in the ring around it. Far below 1 it is a spike. */
  around: number;
  /** Mean squared strain of the vertex and its ring, as a multiple of the mesh's. */
  strain: number;
  /** An attachment that is probably wrong, because the mesh is strained much more around it than elsewhere. */
  suspicious: boolean;
}

/** The rig for weights over the segments of a skeleton. */
export interface BoundRig {
  /** One frame, of identities. */
  rig: Rig;
  /** Segment of each bone of the rig. */
  segmentOfBone: Uint16Array;
}

/** Weights in progress. */
export interface WeightsPartial {
  /** Finished iterations since the start; 0 for the starting weights. */
  iteration: number;
  /** Rows of the V vertices over the segments of the skeleton: not negative, sum 1. */
  weights: SparseWeights;
  /** Mean squared strain over the exemplars, one per finished iteration, oldest first. */
  energyPerIteration: number[];
  /** V: mean squared strain around each vertex, over all exemplars. Sent with some results, otherwise null. */
  strain: Float32Array | null;
  /** Attachments and borders; sent with strain and when the artist changes them, otherwise null. */
  held: HeldWeight[] | null;
  /** B: the mass of each bone divided by the mass of its heat weights. A bone far below 1 has faded. */
  massOfHeat: Float64Array;
  /** Exemplars as matrices of the resulting rig's B' bones, F·B'·12; sent first and after changes, otherwise null. */
  exemplars: Float32Array | null;
  /** Whether it has converged and waits for edits. */
  idle: boolean;
  /** Seconds of the last iteration. */
  seconds: number;
  /** The rig for the weights. */
  bound: BoundRig;
  /** The rig for the heat weights on the same supports; sent once, with the first result. */
  heat?: Rig;
  /** The report of the current weights, sent at convergence. */
  report?: WeightReport;
}

export interface WeightReport {
  method: string;
  /** The method of the first weights, if they are not heat weights. Then all figures of heat weights are of these. */
  startedFrom?: string;
  /** The method whose weights are the result, because the optimised ones strain the mesh more in unseen poses. */
  usedInstead?: string;
  /** The energy of the optimised weights in unseen poses, if others are used instead. */
  optimisedEnergy?: number;
  vertices: number;
  bones: number;
  exemplars: number;
  seed: number;
  energyPerIteration: number[];
  /**
   * Mean squared strain over 100 poses that were not used to find the weights, with the best rotation for each vertex.
   * If influences were cut, it is that of the rig after the cut.
   */
  heldOutEnergy: number;
  /** The same before influences were cut, if there was a limit. */
  energyBeforeCut?: number;
  /** The same for the heat weights. */
  heldOutHeat: number;
  /** The mass of each bone, absolute and relative to the heat weights. */
  boneMass: { name: string; mass: number; massOfHeat: number }[];
  /** Seconds by phase, in order. */
  seconds: [phase: string, seconds: number][];
  unknownsPerVertex: number;
  /** Number of weights below −1e-3 after the last iteration, before the final clean-up; 0 if iterations clamp. */
  negativeWeights: number;
  held: HeldWeight[];
  /**
   * Peak size of the kernels' memory, in bytes: systems, factors, clusterings. Dense first weights (8 bytes per vertex
   * and bone), tables for planning a system, and results are not included.
   */
  bytes: number;
}

export interface WeightsResult {
  /** Over the segments of the skeleton; not negative, rows sum to 1. */
  weights: SparseWeights;
  /** The heat weights on the same supports. */
  heat: SparseWeights;
  /** The rig for the weights. */
  bound: BoundRig;
  report: WeightReport;
}
