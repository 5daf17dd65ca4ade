import type { Pose } from "../rig/pose";

/** Numbers for pairs of a vertex and a segment; each pair at most once, in any order. */
export interface VertexBoneValues {
  vertices: Uint32Array;
  /** Segments of the skeleton. */
  bones: Uint16Array;
  values: Float32Array;
}

/** A pose in which weights should keep the mesh rigid. */
export interface AddedExemplar {
  name: string;
  /** Pose of the segments, in the order of the skeleton, like a pose of a rig's bones. */
  pose: Pose;
}

/**
 * The artist's edits for weights, whether found or painted. They are replaced as a whole, never modified. Vertices are
 * solver vertices, bones segments of the skeleton.
 */
export interface WeightEdits {
  /** Held weights, 0 to 1 ("mixed" constraints). */
  holds: VertexBoneValues;
  /** 1: the bone may have influence there, 0: it may not. Elsewhere the sparsification decides. */
  influences: VertexBoneValues;
  /** 1: an attachment that the artist adds (weight held at 1), 0: an automatic one that is released. */
  attach: VertexBoneValues;
  /** The same for Neumann constraints (weight held at 0 at the border of a support). */
  neumann: VertexBoneValues;
  /** The Laplacian of the bone's weights is pulled towards 0 there, with this strength, above 0 and up to 1. */
  smooth: VertexBoneValues;
  /** Pairs of linked vertices. */
  wires: Uint32Array;
  /** V: weight of each vertex, 0 (excluded) or more, 1 by default; null for all alike. */
  importance: Float32Array | null;
  /** Numbers of excluded random exemplars. */
  droppedExemplars: readonly number[];
  addedExemplars: readonly AddedExemplar[];
  /** Vertices painted by hand, ascending: their rows stay as in the rig. */
  painted: Uint32Array;
  /** Names of the rig's bones whose weights stay fixed at every vertex. */
  locked: readonly string[];
}

const none = (): VertexBoneValues => ({
  vertices: new Uint32Array(0),
  bones: new Uint16Array(0),
  values: new Float32Array(0),
});

/** Empty edits in new arrays, because a message to another thread may transfer its arrays. */
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

/** Never transfer it to another thread: that would detach these shared arrays. */
export const NO_WEIGHT_EDITS: Readonly<WeightEdits> = emptyWeightEdits();
