import type { SceneClip } from "./scene/scene";

/** The rate if the keys do not determine one. */
const ASSUMED_FPS = 30;
/**
 * Common animation rates. The first that fits is used. A sparse animation fits several, and 25 comes before 50 because
 * it is enough if all keys are on the coarser grid.
 */
const COMMON_FPS = [ASSUMED_FPS, 24, 25, 60, 50];
/** A key may be off the grid by this many frames, because stored times are rounded to f32. */
const TOLERANCE = 0.005;
/** Clips with more frames are not searched for frames without keys. */
const MOST_FRAMES = 1e6;

/** Whether every key of a clip lies on a frame if the clip is sampled from its start. */
export function keysOnFrames({ start, tracks }: SceneClip, fps: number): boolean {
  return tracks.every(({ keys }) =>
    keys.times.every((time) => {
      const frame = (time - start) * fps;
      return Math.abs(frame - Math.round(frame)) <= TOLERANCE;
    }),
  );
}

/**
 * Whether a clip ends on a frame, and every frame has a key. There may be more keys between frames, as for bones that
 * shear.
 */
function framesHaveKeys({ start, end, tracks }: SceneClip, fps: number): boolean {
  const frames = Math.round((end - start) * fps);
  if (Math.abs((end - start) * fps - frames) > TOLERANCE || frames > MOST_FRAMES) return false;
  const found = new Uint8Array(frames + 1);
  for (const { keys } of tracks) {
    for (const time of keys.times) {
      const frame = Math.round((time - start) * fps);
      if (frame >= 0 && frame <= frames && Math.abs((time - start) * fps - frame) <= TOLERANCE)
        found[frame] = 1;
    }
  }
  return !found.includes(0);
}

/**
 * The common rate whose frames include every key of the clips, so that sampling loses none. If no rate has this, the
 * rate whose frames all have keys; otherwise 30.
 */
export function keyRate(clips: SceneClip[]): number {
  return (
    COMMON_FPS.find((fps) => clips.every((clip) => keysOnFrames(clip, fps))) ??
    COMMON_FPS.find((fps) => clips.every((clip) => framesHaveKeys(clip, fps))) ??
    ASSUMED_FPS
  );
}
