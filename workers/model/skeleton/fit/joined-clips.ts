import type { ClipKeys, SkeletonClip, SkeletonSource } from "../../files/skeleton-source";
import type { MeshSequence } from "../../mesh/mesh-sequence";

/**
 * A skeleton file with one more clip if it has several: those of the animation, one after the other, as an animation that
 * comes from the same file has them. Clips are known by their names; if some are not, all clips of the file are joined.
 * Clips of different rates are not.
 */
export function withJoinedClips(source: SkeletonSource, { clips: shown }: Pick<MeshSequence, "clips">) {
  const named = shown.flatMap(({ name }) => source.clips.find((clip) => clip.name === name) ?? []);
  const parts = named.length > 1 && named.length === shown.length ? named : source.clips;
  if (parts.length < 2 || parts.some(({ fps }) => fps !== parts[0].fps)) return source;
  return { ...source, clips: [...source.clips, joined(parts)] };
}

function joined(parts: readonly SkeletonClip[]): SkeletonClip {
  return {
    name: `${parts.length} clips in a row`,
    fps: parts[0].fps,
    frameCount: parts.reduce((sum, { frameCount }) => sum + frameCount, 0),
    motions: inARow(parts.map(({ motions }) => motions)),
    ...(parts.some(({ keys }) => keys) && { keys: joinedKeys(parts) }),
  };
}

/** The keys of all parts. A part without keys has its frames. */
function joinedKeys(parts: readonly SkeletonClip[]): ClipKeys {
  const times: number[] = [];
  let first = 0;
  for (const { keys, frameCount } of parts) {
    const own = keys ? keys.times : Array.from({ length: frameCount }, (_, k) => k);
    for (const time of own) times.push(first + time);
    first += frameCount;
  }
  const motions = parts.map(({ keys, motions: frames }) => keys?.motions ?? frames);
  return { times: Float64Array.from(times), motions: inARow(motions) };
}

function inARow(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
