/** A change of a rig's hierarchy by hand. Bones are indices into the rig. The motion of what it touches is solved again. */
export type HierarchyEdit =
  /** The joint of a bone with its parent moves, and stays where it is put. */
  | { kind: "move"; bone: number; to: [number, number, number] }
  /** The bone, with all below it, hangs on another bone; −1 makes it a root. Its joint is found again. */
  | { kind: "reparent"; bone: number; parent: number }
  | { kind: "split"; bone: number }
  | { kind: "merge"; bones: readonly number[] }
  | { kind: "delete"; bones: readonly number[] }
  /** A new bone between a bone and its parent: it takes over the part of the bone before a point of the rest pose. */
  | { kind: "insert"; bone: number; at: [number, number, number] };
