import type { Pose } from "../rig/pose";

/** Numbers for pairs of a vertex and a segment; each pair at most once, in any order. */
export interface VertexBoneValues {
  vertices: Uint32Array;
  /** Segments of the skeleton. */
  bones: Uint16Array;
  values: Float32Array;
}

/** A pose that weights are to keep the mesh rigid in. */
export interface AddedExemplar {
  name: string;
  /** Of the segments, in the order of the skeleton, as of the bones of a rig. */
  pose: Pose;
}

/**
 * What the artist wants of weights that are found, painted or set; replaced whole, never written to.
 * Vertices are solver vertices, bones segments of the skeleton.
 */
export interface WeightEdits {
  /** Weights that are held, 0 to 1 ("mixed" constraints). */
  holds: VertexBoneValues;
  /** 1: the bone may act there, 0: it may not; where nothing is said the sparsification decides. */
  influences: VertexBoneValues;
  /** 1: an attachment that the artist adds (weight held at 1), 0: an automatic one that is let go of. */
  attach: VertexBoneValues;
  /** The same of Neumann constraints (weight held at 0 at the border of a support). */
  neumann: VertexBoneValues;
  /** The Laplacian of the bone's weights is drawn to 0 there, with this strength, above 0 to 1. */
  smooth: VertexBoneValues;
  /** Pairs of vertices that are linked. */
  wires: Uint32Array;
  /** V: how much each vertex counts, 0 (excluded) or more, 1 where nothing is said; null for all alike. */
  importance: Float32Array | null;
  /** Numbers of random exemplars that are left out. */
  droppedExemplars: readonly number[];
  addedExemplars: readonly AddedExemplar[];
  /** Vertices whose weights were painted by hand, ascending: their rows stay as the rig has them. */
  painted: Uint32Array;
  /** Names of bones of the rig whose weights stay as they are, at every vertex. */
  locked: readonly string[];
}

const none = (): VertexBoneValues => ({
  vertices: new Uint32Array(0),
  bones: new Uint16Array(0),
  values: new Float32Array(0),
});

/** Edits that say nothing, in arrays of their own: what leaves a worker takes its arrays along. */
export const emptyWeightEdits = (): WeightEdits => ({
  holds: none(),
  influences: none(),
  attach: none(),
  neumann: none(),
  smooth: none(),
  wires: new Uint32Array(0),
  importance: null,
  droppedExemplars: [],
  addedExemplars: [],
  painted: new Uint32Array(0),
  locked: [],
});

/** Never to be handed to another thread: whoever does takes these arrays away from everybody. */
export const NO_WEIGHT_EDITS: Readonly<WeightEdits> = emptyWeightEdits();
