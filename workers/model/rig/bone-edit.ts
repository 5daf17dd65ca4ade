/** A change of a rig's bones by hand, after which motion and weights of what it touches are fitted to the sequence anew. */
export type BoneEdit =
  | { kind: "split"; bone: number }
  | { kind: "merge"; bones: readonly number[] }
  | { kind: "delete"; bones: readonly number[] }
  /** The bone leaves what it moves and follows the surface around a vertex. */
  | { kind: "move"; bone: number; vertex: number }
  /**
   * Bones and weights made symmetric, and named left and right: across the plane of an axis (0 is x), or, where none is
   * named, the one in which the mesh is.
   */
  | { kind: "mirror"; axis?: 0 | 1 | 2 };
