/**
 * Kept poses as clips of one frame. Blender reads each as an action of one frame, from which its pose library makes
 * pose assets; engines read them as clips without motion.
 */
import { IDENTITY } from "../../math/affine";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { type Pose, poseMatrices } from "../../model/rig/pose";
import type { Bone, Rig } from "../../model/rig/rig";
import type { JointFrame } from "../bones/bone-rest-frames";
import { type BoneTracks, boneTracks } from "../bones/bone-tracks";
import { UniqueNames } from "../unique-names";

/** A kept pose in the file: one frame of all bones. */
export interface PoseContent {
  name: string;
  tracks: BoneTracks;
}

/** A joint that a pose moves by less than this share of the diagonal stays with its parent. */
const STAYS = 1e-6;

/** P·B·12: the matrices of the bones in each pose. */
export function motionOfPoses(bones: readonly Bone[], poses: readonly Pose[]): Float32Array {
  const size = 12 * bones.length;
  const motion = new Float32Array(size * poses.length);
  poses.forEach((pose, n) => {
    motion.set(poseMatrices(bones, pose), n * size);
  });
  return motion;
}

/**
 * Makes a clip of one frame from each pose.
 * @param source the poses use its unit.
 * @param rig the rig of the file. It may begin with a root that the poses do not have; that root stays at rest.
 * @param kept the poses; their matrices in the space of the file; and, for each bone of the rig but the added root, the
 * bone of the poses that it follows.
 * @param taken the names of the clips, which no pose may have.
 */
export function preparePoses(
  source: AnySequence,
  rig: Rig,
  { poses, motion, origins }: { poses: readonly Pose[]; motion: Float32Array; origins: Int32Array },
  restFrames: readonly JointFrame[],
  taken: readonly string[],
): PoseContent[] {
  const names = new UniqueNames();
  for (const name of taken) names.take(name);
  const size = motion.length / Math.max(1, poses.length);
  const before = rig.bones.length - origins.length;
  const least = STAYS * restDiagonal(source);
  return poses.map((pose, n) => {
    const own = new Float32Array(12 * rig.bones.length);
    rig.bones.forEach((_, j) => {
      const at = n * size + 12 * origins[j - before];
      own.set(j < before ? IDENTITY : motion.subarray(at, at + 12), 12 * j);
    });
    const moves = (j: number) =>
      j >= 0 && Math.hypot(...pose.translations.subarray(3 * origins[j], 3 * origins[j] + 3)) > least;
    const frames = restFrames.map((frame, j) =>
      frame.attached && moves(j - before) ? { ...frame, attached: false } : frame,
    );
    return { name: names.take(pose.name), tracks: boneTracks({ ...rig, motion: own }, [0], frames) };
  });
}
