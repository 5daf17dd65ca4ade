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
 * The common rate whose frames include every key of the clips, so that sampling loses none; 30 if there is no such
 * rate.
 */
export function keyRate(clips: SceneClip[]): number {
  return COMMON_FPS.find((fps) => clips.every((clip) => keysOnFrames(clip, fps))) ?? ASSUMED_FPS;
}
