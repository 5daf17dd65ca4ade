type Place = [x: number, y: number, z: number];

/**
 * A change of a rig's hierarchy by hand. Bones are indices into the rig, places are in the rest pose. The motion of the
 * bones that it affects is solved again.
 */
export type HierarchyEdit =
  /** The joint between a bone and its parent moves to a place, and stays there. */
  | { kind: "move"; bone: number; to: Place }
  /**
   * The bone, with all below it, gets another parent; −1 makes it a root. Its joint is found again, or stays where it
   * is (`keepJoint`). `alone`: its children stay with its old parent.
   */
  | { kind: "reparent"; bone: number; parent: number; alone?: boolean; keepJoint?: boolean }
  /** The bone becomes the root of its tree, and all bones above it reverse their direction. No motion changes. */
  | { kind: "root"; bone: number }
  | { kind: "split"; bone: number }
  /**
   * The part of the bone beyond the place where its surface bends becomes a new bone. Nothing moves there, so no motion
   * changes.
   */
  | { kind: "split-still"; bone: number }
  | { kind: "merge"; bones: readonly number[] }
  | { kind: "delete"; bones: readonly number[] }
  /** A new bone between a bone and its parent. It takes over the part of the bone before a point. */
  | { kind: "insert"; bone: number; at: Place }
  /** A new child of a bone, with its joint at a point. It takes over the vertices of the bone that are nearer to it. */
  | { kind: "extrude"; bone: number; at: Place; to: Place };
