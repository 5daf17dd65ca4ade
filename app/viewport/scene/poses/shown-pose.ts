import { correctionWeights } from "../../../../workers/model/rig/corrected-rest";
import { type Pose, poseMatrices } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";

/** The pose of a rig on screen. The same object as long as nothing about it changes. */
export interface ShownPose {
  readonly rig: Rig;
  /** Row-major 3x4 from rest to pose, 12B. */
  readonly matrices: Float32Array;
  /** Weights of the rig's correction; null if it has none or is shown without, and in poses made by hand. */
  readonly weights: Float32Array | null;
  /** Whether the correction was requested. */
  readonly corrected: boolean;
  /** The pose if it was made by hand; null for a frame of the rig's motion. */
  readonly pose: Pose | null;
  /** Frame of the sequence. */
  readonly frame: number;
}

/** Frame `k` of a rig's motion, or its last frame if it has fewer: a view of 12B numbers. */
function matricesOf({ motion, bones }: Rig, k: number): Float32Array {
  const size = 12 * bones.length;
  const last = Math.min(k, motion.length / size - 1);
  return motion.subarray(last * size, (last + 1) * size);
}

/**
 * The pose to show after `last`: the one made by hand if it fits the rig, else the frame's.
 * @param corrected whether frames are shown with the rig's correction
 */
export function shownPose(
  last: ShownPose | null,
  rig: Rig,
  pose: Pose | null,
  frame: number,
  corrected: boolean,
): ShownPose {
  const made = pose?.rotations.length === 4 * rig.bones.length ? pose : null;
  if (last && last.rig === rig && last.pose === made && last.corrected === corrected) {
    if (last.frame === frame) return last;
    if (made) return { ...last, frame };
  }
  const matrices = made ? poseMatrices(rig.bones, made) : matricesOf(rig, frame);
  const weights = corrected && !made ? correctionWeights(rig, frame) : null;
  return { rig, pose: made, frame, matrices, weights, corrected };
}
