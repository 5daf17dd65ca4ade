type Place = [x: number, y: number, z: number];

/**
 * A change of a rig's hierarchy by hand. Bones are indices into the rig, places are those of the rest pose. The motion
 * of what it touches is solved again.
 */
export type HierarchyEdit =
  /** The joint of a bone with its parent moves, and stays where it is put. */
  | { kind: "move"; bone: number; to: Place }
  /**
   * The bone, with all below it, gets another parent; −1 makes it a root. Its joint is found again, or stays where it
   * is (`keepJoint`). `alone`: its children stay with its old parent.
   */
  | { kind: "reparent"; bone: number; parent: number; alone?: boolean; keepJoint?: boolean }
  /** The bone becomes the root of its tree: all bones above it turn round. No motion changes. */
  | { kind: "root"; bone: number }
  | { kind: "split"; bone: number }
  /**
   * What lies beyond the place where the bone's surface bends gets a bone of its own. Nothing moves there, so no motion
   * changes.
   */
  | { kind: "split-still"; bone: number }
  | { kind: "merge"; bones: readonly number[] }
  | { kind: "delete"; bones: readonly number[] }
  /** A new bone between a bone and its parent: it takes over the part of the bone before a point. */
  | { kind: "insert"; bone: number; at: Place }
  /**
   * A new child of a bone, with its joint at a point. It takes over those of the bone's vertices that are nearer to it.
   */
  | { kind: "extrude"; bone: number; at: Place; to: Place };
