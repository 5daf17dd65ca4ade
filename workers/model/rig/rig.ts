import type { Axes } from "./axes";
import type { RigCage } from "./cage";
import type { SparseWeights } from "./sparse-weights";

/** A joint that turns about one axis only, like a knee. */
export interface Hinge {
  /** Unit vector in the axes of the rest pose. */
  axis: [number, number, number];
  /** Rotation about the axis, least and most, −π to π. */
  range: [number, number];
}

/** How far a joint may turn from its rest pose, relative to its parent: angles in radians. */
export interface JointLimits {
  /** Half the opening angle of the cone around the bone's direction at rest, 0 to π. */
  swing: number;
  /** Rotation about that direction, least and most, −π to π. */
  twist: [number, number];
  /** The joint turns only about this axis. Swing and twist are then ignored. */
  hinge?: Hinge;
}

export interface Bone {
  /** Unique within the rig. */
  name: string;
  /** Index of the parent, or -1. Parents come before children. */
  parent: number;
  /** Rest position of the bone's origin, in the sequence's coordinates. */
  head: [number, number, number];
  /** Its own axes at rest, if a file or the artist gave them. Files with joints get them back (`restAxes`). */
  axes?: Axes;
  /** Number of its colour in the studio, 0 or more; its index in the rig by default. */
  colour?: number;
  /** Inverse kinematics keeps these limits. A joint without limits turns freely. */
  limits?: JointLimits;
  /** The artist typed its name, so automatic naming does not change it. */
  named?: true;
  /** It only marks the end of its parent's bone (`hand_end`), moves nothing, and stays where its file has it. */
  end?: true;
  /** From its head to its end at rest. Only the last bone of a chain has it, from its file (`End Site` of a BVH). */
  tip?: [number, number, number];
}

export type BoneKind = "rigid" | "affine";

/**
 * Bones, weights and motion that reproduce a mesh sequence by linear blend skinning:
 * v'(k, i) = sum over j of w(i, j) · M(k, j) · [rest(i); 1].
 */
export interface Rig {
  version: 1;
  bones: Bone[];
  boneKind: BoneKind;
  weights: SparseWeights;
  /** F·B·12: row-major 3x4 from rest to posed; motion[(k·B + j)·12 + row·4 + column]. */
  motion: Float32Array;
  /** The rest pose that the rig deforms, 3V: the sequence's, or corrected. */
  rest: Float32Array;
  /** Shapes added to the rest pose before posing, if there are any. */
  correction?: RigCorrection;
  /**
   * The weights as a product of two sparse layers, if they were compressed. `layersOf` tells whether the layers still
   * fit.
   */
  twoLayer?: TwoLayer;
  /** The cage whose vertices the bones are, if there is one. `cageOf` tells whether it still fits. */
  cage?: RigCage;
}

/**
 * A correction of rank r for the error of a rig (EigenSkin; Kry, James & Pai 2002), as morph targets of the rest pose:
 * in frame k vertex i is posed from rest(i) + sum over n of weights(k, n) · shapes(n, i).
 */
export interface RigCorrection {
  /** r. */
  rank: number;
  /** r·3V, in the sequence's coordinates and unit. */
  shapes: Float32Array;
  /** F·r. */
  weights: Float32Array;
}

/**
 * Weights as a product W = D A (Le & Deng 2013). Bones are blended into virtual bones once a frame, and each vertex
 * blends a few virtual bones.
 */
export interface TwoLayer {
  /** D: the bones that each virtual bone blends. One row for each virtual bone, q of them. */
  virtual: SparseWeights;
  /** A: the virtual bones that each vertex blends, V rows. */
  vertices: SparseWeights;
}

/** The rig without its correction. A correction no longer fits after a change of frames, weights or rest pose. */
export function withoutCorrection({ correction: _, ...rig }: Rig): Rig {
  return rig;
}

/** The 3x4 of bone `j` in frame `k`, a view of 12 numbers. */
export function boneMatrix(rig: Rig, k: number, j: number): Float32Array {
  const at = (k * rig.bones.length + j) * 12;
  return rig.motion.subarray(at, at + 12);
}

/** The most bones of a rig. Weights and files number them with 16 bits. */
export const MOST_BONES = 65535;
