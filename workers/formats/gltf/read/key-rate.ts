import type { SceneClip } from "./scene/scene";

/** Rate where the keys tell none. */
const ASSUMED_FPS = 30;
/**
 * Rates that animations are made at. The first that fits is taken: a sparse animation fits several, and 25 before 50
 * says that every key is met by half the frames.
 */
const COMMON_FPS = [ASSUMED_FPS, 24, 25, 60, 50];
/** Frames that a key may lie off the grid: stored times are rounded to f32. */
const TOLERANCE = 0.005;

/** Whether every key of a clip lies on a frame when the clip is sampled from its start. */
function fits({ start, tracks }: SceneClip, fps: number): boolean {
  return tracks.every(({ keys }) =>
    keys.times.every((time) => {
      const frame = (time - start) * fps;
      return Math.abs(frame - Math.round(frame)) <= TOLERANCE;
    }),
  );
}

/** The common rate whose frames meet every key of the clips, so that sampling loses none of them; else 30. */
export function keyRate(clips: SceneClip[]): number {
  return COMMON_FPS.find((fps) => clips.every((clip) => fits(clip, fps))) ?? ASSUMED_FPS;
}
