import type { Axes } from "../rig/axes";
import type { Hinge } from "../rig/rig";

export type Point = [x: number, y: number, z: number];

/**
 * How a bone moves its vertices: `rigid` turns and shifts them; a `spine` bends and stretches along its length; a
 * `stretch-twist` bone stretches and twists about its own axis; a `virtual` one moves no vertices and only connects its
 * child with its parent (Thiery & Eisemann 2018, section 3).
 */
export type SegmentKind = "rigid" | "spine" | "stretch-twist" | "virtual";

/** Limits of a bone relative to its rest pose and its parent: angles in radians. */
export interface BoneLimits {
  /** Half the opening angle of the cone around the bone's axis, 0 to π. */
  swing: number;
  /** Rotation about its own axis, least and most. */
  twist: [number, number];
  /** Length over the length at rest, least and most. */
  stretch: [number, number];
  /** A rigid bone turns only about this axis. Swing and twist are then ignored. */
  hinge?: Hinge;
}

/** A segment of a skeleton in its rest pose. */
export interface Segment {
  /** Unique within the skeleton. */
  name: string;
  /** Index of the parent, or −1; parents come before children. */
  parent: number;
  kind: SegmentKind;
  /** The ends, in the mesh's coordinates. A child's head need not lie at its parent's tail. */
  head: Point;
  tail: Point;
  /** The joint's own axes at rest, if its file has them. */
  axes?: Axes;
  limits: BoneLimits;
  /** It only marks the end of its parent (`hand_end`): a virtual segment without length. */
  end?: true;
}

/** The skeleton of a static mesh: one or several trees of segments. */
export interface Skeleton {
  version: 1;
  segments: Segment[];
}

/** Random poses within these limits look plausible on most creatures (Thiery & Eisemann 2018, section 4). */
export const DEFAULT_LIMITS: Readonly<BoneLimits> = {
  swing: Math.PI / 3,
  twist: [-Math.PI / 18, Math.PI / 18],
  stretch: [1, 1],
};
