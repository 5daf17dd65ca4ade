import type { UpAxis } from "../mesh/mesh-sequence";
import type { Skeleton } from "../skeleton/skeleton";

/** An animation of a skeleton. Its frames can be exemplars. */
export interface SkeletonClip {
  name: string;
  fps: number;
  frameCount: number;
  /** F·B·12, row-major 3x4 from rest to posed, in the file's coordinates. */
  motions: Float32Array;
  /** The poses at the keys of the file, if frames at `fps` would miss some keys. Joints move straight between them. */
  keys?: ClipKeys;
}

export interface ClipKeys {
  /** Times of the n keys, in frames at `fps`, ascending. */
  times: Float64Array;
  /** n·B·12, like the motions of the frames. */
  motions: Float32Array;
}

/** The animations of a skeleton, in the sequence's coordinates. */
export interface SkeletonClips {
  /** Names of the segments that they move, in the order of their matrices. */
  bones: readonly string[];
  clips: readonly SkeletonClip[];
}

/** A skeleton in its file's coordinates. */
export interface SkeletonSource {
  /** Name of the file or of its armature. */
  name: string;
  file: string;
  /** "TGF", "BVH", "FBX", "glTF". */
  format: string;
  skeleton: Skeleton;
  /** Segments whose ends the file does not say. */
  guessed?: readonly number[];
  /** Null if the file does not say. The same holds for the unit. */
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Number of each segment in the file, from 0, for files of weights that use the same order. */
  fileOrder?: Uint32Array;
  clips: SkeletonClip[];
  /**
   * The same skeleton in the pose in which its meshes were bound, if the nodes of the file rest in another one. Either
   * may be that of an animation, so the alignment compares them.
   */
  bound?: Omit<SkeletonSource, "bound">;
  /** Notes for the artist: "2 bones have no length". */
  notes: string[];
}
