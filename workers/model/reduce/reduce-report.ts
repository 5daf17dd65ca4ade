import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Pose } from "../rig/pose";
import type { Rig } from "../rig/rig";
import type { SparseWeights } from "../rig/sparse-weights";
import type { ReduceMethod, ReduceSettings } from "./reduce-settings";

/**
 * The poses that a reduction should reproduce: frames of the sequence (null: all), a number of random poses within the
 * limits of the skeleton, poses made by hand, or none.
 */
export type ExampleChoice =
  | { from: "frames"; frames: readonly number[] | null }
  | { from: "limits"; count: number }
  | { from: "poses"; poses: readonly Pose[] }
  | { from: "none" };

export interface ReduceInput {
  sequence: MeshSequence;
  /** The rig with its dense weights. */
  rig: Rig;
  settings: ReduceSettings;
  /** Null takes all frames of a sequence that moves, else poses within limits where bones have parents, else none. */
  examples: ExampleChoice | null;
}

/** How far edges move out of place, as lengths of each edge: |d_i − d_k| / edge over all edges and poses. */
export interface EdgeChange {
  largest: number;
  /** 99.9 % of edges and poses change less. */
  most: number;
}

/** Exceptional vertices, those first from which one more influence takes the most error. */
export interface ExceptionalVertices {
  vertices: Uint32Array;
  /** RMS distance of each from its place over the poses, in the sequence's unit: reduced, dense, and with k + 1. */
  errors: Float32Array;
  dense: Float32Array;
  oneMore: Float32Array;
}

/** Figures of weights over the judged poses: all frames of a sequence that moves, else test poses of the skeleton. */
export interface ReductionFigures {
  /** Against the frames of the sequence; test poses have the dense rig as their truth. */
  eRms: number;
  /** Against the dense rig: what the reduction alone costs. */
  eRmsToDense: number;
  maxErrorPercent: number;
  normalErrorDegrees: number;
  edges: EdgeChange;
  /** Of weights in a file: 12 for each vertex at 4 influences, 3 for each influence else. */
  bytes: number;
  /** The most influences of a vertex, and the mean: matrices that are blended. */
  influences: number;
  meanInfluences: number;
  /** E_RMS of each pose. */
  errorPerFrame: number[];
  /** V: RMS distance of each vertex from the source, in the sequence's unit. */
  errorPerVertex: Float32Array;
}

/** docs/reference/metrics.md defines the figures. */
export interface ReduceReport extends ReductionFigures {
  version: 1;
  method: ReduceMethod;
  /** The dense rig in the same poses. */
  dense: ReductionFigures;
  exceptional: ExceptionalVertices;
  /** Poses that the weights were fitted to, and poses of single bones among them. */
  examples: number;
  singleBonePoses: number;
  /** Poses that the figures are over. */
  judged: number;
  judgedOn: "frames" | "poses";
  /** Advice for the artist, as sentences. */
  notes: string[];
  seconds: number;
}

export interface ReduceResult {
  /** The rig with the reduced weights; bones, rest pose and motion are its own. */
  rig: Rig;
  report: ReduceReport;
}

export interface OneMoreInput {
  sequence: MeshSequence;
  /** The rig before the reduction. */
  dense: Rig;
  /** The reduced rig. */
  rig: Rig;
  /** Vertices that get one more influence. */
  vertices: Uint32Array;
  settings: ReduceSettings;
  examples: ExampleChoice | null;
}

/** A mesh in a cage: a closed mesh of few vertices that deforms it. */
export interface CageInput {
  /** The mesh; its rest pose counts. */
  sequence: MeshSequence;
  cage: {
    /** 3N. */
    positions: Float32Array;
    /** 3T, outward. */
    triangles: Uint32Array;
  };
  /** Rows over the cage's vertices, or null for mean value coordinates. */
  weights: SparseWeights | null;
  /** P·3N: poses of the cage to reproduce, or null for generated ones. */
  frames: Float32Array | null;
  settings: ReduceSettings;
}
