import type { Point } from "../skeleton";

/** x → scale · turn · x + shift, from a skeleton file's coordinates to a sequence's. */
export interface Placement {
  scale: number;
  /** A rotation, row-major 3x3. */
  turn: readonly number[];
  shift: Point;
}

/**
 * Which frames of a clip belong to those of a sequence: frame k of the sequence is frame first + k · step of the clip.
 */
export interface ClipTiming {
  /** Number of the clip in its file. */
  clip: number;
  first: number;
  step: number;
}

/** How a skeleton file lies in a mesh animation: a proposal, which changes nothing until it is applied. */
export interface FitAlignment extends Placement {
  /** Null if the skeleton has no clip that fits. */
  frames: ClipTiming | null;
  /** The pose in which the skeleton fits the rest pose of the mesh: its bind pose, or that of a frame of its clip. */
  pose: "bind" | "clip";
  /** How many of the bones with length begin inside the mesh, and the names of the others. */
  inside: { count: number; of: number; outside: string[] };
  /**
   * What is left if each vertex follows the one bone that suits it best, as RMS distance in percent of the diagonal;
   * null without a clip.
   */
  rmsePercent: number | null;
  /** Whether at least nine of ten bones are inside. */
  fits: boolean;
  /** Sentences for the artist: what the file says and what fits. */
  notes: string[];
}
