/** A named set of solver vertices. */
export interface VertexSet {
  name: string;
  /** Ascending. */
  vertices: Uint32Array;
}

/** The vertices that the artist selected, and the mask for brushes. Replaced as a whole, never modified. */
export interface VertexSelection {
  /** Selected solver vertices, ascending. */
  vertices: Uint32Array;
  /**
   * The selection fades out over this distance from its edge, along the surface of the rest pose, in the sequence's
   * unit; 0 for a hard edge.
   */
  softEdge: number;
  /** The painted mask, V: 1 where brushes have their full effect, 0 where they have none. Null without a mask. */
  mask: Float32Array | null;
  /** Names are unique. */
  sets: readonly VertexSet[];
}

/** Do not transfer it to another thread: that would detach the shared array. */
export const NO_VERTEX_SELECTION: Readonly<VertexSelection> = {
  vertices: new Uint32Array(0),
  softEdge: 0,
  mask: null,
  sets: [],
};
