import type { Point } from "../skeleton";

/** x → scale · turn · x + shift, from a skeleton file's coordinates to a sequence's. */
export interface Placement {
  scale: number;
  /** A rotation, row-major 3x3. */
  turn: readonly number[];
  shift: Point;
}

/**
 * Which frame of a clip belongs to each frame of a sequence: frame k of the sequence is frame first + k · step of the
 * clip.
 */
export interface ClipTiming {
  /** Number of the clip in its file. */
  clip: number;
  first: number;
  step: number;
}

/** A proposal for placing a skeleton file in a mesh animation. It changes nothing until it is applied. */
export interface FitAlignment extends Placement {
  /** Null if the skeleton has no clip that fits. */
  frames: ClipTiming | null;
  /**
   * The pose in which the skeleton fits the rest pose of the mesh: its bind pose, or the pose in a frame of its clip.
   */
  pose: "bind" | "clip";
  /** Of the bones with length: how many begin inside the mesh, how many there are, and the names of those outside. */
  inside: { count: number; of: number; outside: string[] };
  /**
   * The error if each vertex follows the one bone that suits it best: RMS distance in percent of the diagonal; null
   * without a clip.
   */
  rmsePercent: number | null;
  /** True if nine of ten bones lie inside the mesh, or if the clip moves the bones as the mesh moves. */
  fits: boolean;
  /** Sentences for the artist about what the file says and what fits. */
  notes: string[];
}
