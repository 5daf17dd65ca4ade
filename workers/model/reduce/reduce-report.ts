import type { MeshSequence } from "../mesh/mesh-sequence";
import type { CageCoordinates } from "../rig/cage";
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
  /**
   * Null takes all frames of a sequence that moves. Without such frames it takes poses within limits if bones have
   * parents, and otherwise none.
   */
  examples: ExampleChoice | null;
}

/**
 * How far the two ends of edges move apart, relative to each edge's length: |d_i − d_k| / edge over all edges and
 * poses.
 */
export interface EdgeChange {
  largest: number;
  /** 99.9 % of edges and poses change less. */
  most: number;
}

/** Exceptional vertices, sorted by how much error one more influence would remove, the most first. */
export interface ExceptionalVertices {
  vertices: Uint32Array;
  /**
   * RMS distance of each from its place over the poses, in the sequence's unit: reduced, dense, and with k + 1
   * influences.
   */
  errors: Float32Array;
  dense: Float32Array;
  oneMore: Float32Array;
}

/**
 * Figures of weights over the judged poses: all frames of a sequence that moves, otherwise test poses of the skeleton.
 */
export interface ReductionFigures {
  /** Against the frames of the sequence. For test poses the dense rig is the truth. */
  eRms: number;
  /** Against the dense rig: what the reduction alone costs. */
  eRmsToDense: number;
  maxErrorPercent: number;
  normalErrorDegrees: number;
  edges: EdgeChange;
  /** Bytes of the weights in a file: 12 for each vertex at 4 influences, otherwise 3 for each influence. */
  bytes: number;
  /** The most influences of a vertex, and the mean. */
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
  /** The number of poses that the weights were fitted to, and how many of these are poses of single bones. */
  examples: number;
  singleBonePoses: number;
  /**
   * The ℓ, the τ and the sweeps that `auto` used; null if the method has none, if nothing was reduced, or if `auto`
   * took the weights of a published method.
   */
  smoothness: number | null;
  tangential: number | null;
  sweeps: number | null;
  /** The number of poses that the figures are measured over. */
  judged: number;
  judgedOn: "frames" | "poses";
  /** Advice for the artist, as sentences. */
  notes: string[];
  seconds: number;
}

export interface ReduceResult {
  /** The given rig with reduced weights. Bones, rest pose and motion are the same. */
  rig: Rig;
  report: ReduceReport;
}

export interface OneMoreInput {
  sequence: MeshSequence;
  /** The rig before the reduction. */
  dense: Rig;
  /** The reduced rig. */
  rig: Rig;
  /** Vertices that may have one more influence. */
  vertices: Uint32Array;
  settings: ReduceSettings;
  examples: ExampleChoice | null;
}

/** A closed mesh of few vertices that deforms another. */
export interface CageShape {
  /** 3N. */
  positions: Float32Array;
  /** 3T: vertices. The faces point outward. */
  triangles: Uint32Array;
}

/** A mesh in a cage. */
export interface BindCageInput {
  sequence: MeshSequence;
  cage: CageShape;
  /** Rows over the cage's vertices, if they come from a file. If null, they are computed. */
  weights: SparseWeights | null;
  coordinates: Exclude<CageCoordinates, "file">;
}

/** A cage around a mesh, whose weights are to be reduced. Only the rest pose of the mesh is used. */
export interface CageInput extends BindCageInput {
  /** P·3N: poses of the cage to reproduce, or null for generated ones. */
  frames: Float32Array | null;
  settings: ReduceSettings;
}
