import type { UpAxis } from "../mesh/mesh-sequence";
import type { Skeleton } from "../skeleton/skeleton";

/** An animation that came with a skeleton: its frames can be exemplars. */
export interface SkeletonClip {
  name: string;
  fps: number;
  frameCount: number;
  /** F·B·12, row-major 3x4 from rest to posed, in the file's coordinates. */
  motions: Float32Array;
}

/** The animations that came with a skeleton, in the sequence's coordinates. */
export interface SkeletonClips {
  /** Names of the segments that they move, in the order of their matrices. */
  bones: readonly string[];
  clips: readonly SkeletonClip[];
}

/** A skeleton as its file has it, in the file's coordinates. */
export interface SkeletonSource {
  /** Of the file or of the armature in it. */
  name: string;
  file: string;
  /** "TGF", "BVH", "FBX", "glTF". */
  format: string;
  skeleton: Skeleton;
  /** Null where the file does not say; so with the unit. */
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Number of each segment in the file, from 0, where other files (weights) count in that order. */
  fileOrder?: Uint32Array;
  clips: SkeletonClip[];
  /** What the artist should know: "2 bones have no length". */
  notes: string[];
}
