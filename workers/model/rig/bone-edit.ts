/**
 * A change of a rig's bones by hand. Motion and weights of the affected parts are then fitted to the sequence again.
 */
export type BoneEdit =
  | { kind: "split"; bone: number }
  | { kind: "merge"; bones: readonly number[] }
  | { kind: "delete"; bones: readonly number[] }
  /** The bone leaves its vertices and follows the surface around a vertex. */
  | { kind: "move"; bone: number; vertex: number }
  /**
   * Makes bones and weights symmetric and names them left and right. The plane is across an axis (0 is x), or by
   * default the mesh's own plane of symmetry.
   */
  | { kind: "mirror"; axis?: 0 | 1 | 2 };
