/** The times at which poses of a clip are enough to describe all of its motion. */
import { keysOnFrames } from "./key-rate";
import type { SceneClip } from "./scene/scene";

/** The longest straight piece of a curve, in seconds. */
const PIECE = 1 / 120;
/** A step is a change within this time, in seconds, before its key. */
const JUST_BEFORE = 1e-6;

/**
 * Times in seconds, ascending, between which every track is straight (rotations on the sphere): all keys, more times
 * where tracks are curves, and times just before steps.
 * @param fps the rate of frames from the start of the clip.
 * @param most the most times.
 * @returns null if frames are enough, or if there would be more than `most` times.
 */
export function keyTimes(clip: SceneClip, fps: number, most: number): Float64Array | null {
  const isStraight = clip.tracks.every(({ keys }) => keys.interpolation === "LINEAR");
  if (isStraight && keysOnFrames(clip, fps)) return null;
  const found = new Set<number>([clip.start, clip.end]);
  for (const { keys } of clip.tracks) {
    for (let k = 0; k < keys.times.length && found.size <= most; k++) {
      const time = keys.times[k];
      found.add(time);
      if (k === 0) continue;
      const span = time - keys.times[k - 1];
      if (keys.interpolation === "STEP") found.add(time - Math.min(JUST_BEFORE, span / 2));
      if (keys.interpolation !== "CUBICSPLINE") continue;
      const pieces = Math.min(most, Math.ceil(span / PIECE));
      for (let n = 1; n < pieces; n++) found.add(time - (n * span) / pieces);
    }
  }
  return found.size > most ? null : Float64Array.from(found).sort();
}
