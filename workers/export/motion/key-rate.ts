import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { type CurveKeys, playedWith } from "../../skeleton/curves/channel-keys";
import { largestDeviation } from "../../skeleton/curves/vertex-deviation";
import type { BoneTracks } from "../bones/bone-tracks";
import { type ClipContent, skinOfClip } from "./prepare-clips";

/** A quotient of rates is rounded to a whole number that is this near. */
const ROUNDING = 1e-6;

/** The moments of every `stride`-th frame, and of the last. */
function momentsOf({ frameCount, perFrame }: BoneTracks, stride: number): Uint32Array {
  const last = frameCount - 1;
  const count = Math.floor((last - 1) / (stride * perFrame)) + 1;
  return Uint32Array.from(
    [...Array(last > 0 ? count : 0).keys()].map((n) => n * stride * perFrame).concat(last),
  );
}

/**
 * The clips with keys on fewer frames: each stays on a frame of the source, and players blend between them.
 * @param framesAKey the least number of frames from key to key; up to 1 changes nothing
 */
export async function withKeyRate(
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  framesAKey: number,
  task: Task,
): Promise<ClipContent[]> {
  const stride = Math.ceil(framesAKey - ROUNDING);
  if (!(stride > 1)) return [...clips];
  const slower: ClipContent[] = [];
  for (const clip of clips) {
    const { tracks } = clip;
    const own = Array.from(tracks.nodeBones, () => momentsOf(tracks, stride));
    const keys: CurveKeys = { translation: own, rotation: own, scale: own };
    const played = playedWith(tracks, keys);
    const deviation = await largestDeviation(skinOfClip(rig, clip, weights), played, tracks, task);
    slower.push({ ...clip, tracks: played, keys, deviation });
  }
  return slower;
}
