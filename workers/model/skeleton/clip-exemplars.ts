import type { SkeletonClip } from "../files/skeleton-source";
import { motionByNames } from "../rig/motion-by-names";
import { poseOfMatrices } from "../rig/pose";
import type { AddedExemplar } from "../weights/weight-edits";
import type { Skeleton } from "./skeleton";

/** A clip of named bones. */
export type NamedClip = Pick<SkeletonClip, "name" | "frameCount" | "motions"> & {
  bones: readonly string[];
};

/**
 * `count` evenly spread frames, including the first and the last; all frames if there are no more than `count`. For a
 * count of one it is the middle frame.
 */
export function spreadFrames(frameCount: number, count: number): number[] {
  const n = Math.min(count, frameCount);
  if (n === 1) return [frameCount >> 1];
  return Array.from({ length: n }, (_, i) => Math.round((i * (frameCount - 1)) / (n - 1)));
}

/**
 * Frames of clips, one after the other and spread evenly over them all, as exemplars for a skeleton. Segments find
 * their bones by name; scales, shears and bends are left out.
 * @param count number of frames, 1 or more.
 */
export function exemplarsOfClips(
  { segments }: Skeleton,
  clips: readonly NamedClip[],
  count: number,
): AddedExemplar[] {
  const places = clips.flatMap((clip) =>
    Array.from({ length: clip.frameCount }, (_, frame): [NamedClip, number] => [clip, frame]),
  );
  if (places.length === 0) return [];
  return spreadFrames(places.length, count).map((at) => {
    const [{ name: clip, bones, motions }, frame] = places[at];
    const size = 12 * bones.length;
    const matrices = motionByNames(segments, bones, motions.subarray(size * frame, size * (frame + 1)));
    const name = `${clip} ${frame + 1}`;
    return { name, pose: poseOfMatrices(segments, matrices, name) };
  });
}
