import type { SkeletonClip, SkeletonSource } from "../../../model/files/skeleton-source";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { clipPose } from "./clip-motion";

/** A clip of the file that an animation shows, with the number of its frames there. */
interface ShownClip {
  clip: number;
  frameCount: number;
}

/**
 * A skeleton file with one more clip if the animation contains several of its clips, recognised by their names. The new
 * clip has these one after the other, at the animation's rate. An animation that was made from the same file has its
 * clips like this.
 */
export function withJoinedClips(
  source: SkeletonSource,
  { clips, fps }: Pick<MeshSequence, "clips" | "fps">,
): SkeletonSource {
  const parts = clips.flatMap(({ name, first, last }): ShownClip[] => {
    const clip = source.clips.findIndex((each) => each.name === name);
    return clip < 0 ? [] : [{ clip, frameCount: last - first + 1 }];
  });
  if (parts.length < 2 || parts.length < clips.length) return source;
  const joined = joinedClip(source, parts, fps);
  return source.clips.some(({ name }) => name === joined.name)
    ? source
    : { ...source, clips: [...source.clips, joined] };
}

function joinedClip(source: SkeletonSource, parts: readonly ShownClip[], fps: number): SkeletonClip {
  const size = 12 * source.skeleton.segments.length;
  const frameCount = parts.reduce((sum, part) => sum + part.frameCount, 0);
  const motions = new Float32Array(frameCount * size);
  let at = 0;
  for (const part of parts) {
    const step = source.clips[part.clip].fps / fps;
    for (let k = 0; k < part.frameCount; k++, at += size) {
      motions.set(clipPose(source, part.clip, k * step), at);
    }
  }
  return { name: `${parts.length} clips in a row`, fps, frameCount, motions };
}
