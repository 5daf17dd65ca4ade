/** The animations of a project's skeleton. Names and sizes are in the header, matrices are sections. */
import { z } from "zod";
import type { SkeletonClips } from "../../../model/files/skeleton-source";
import { packFloats } from "../byte-planes";

const count = z.int().min(0).max(0x7fffffff);
const name = z.string().max(4096);

export const clipsSchema = z.object({
  /** Names of the segments that they move. */
  bones: z.array(name).min(1).max(0xffff),
  clips: z.array(z.object({ name, fps: z.number().positive(), frameCount: count })),
});

type ClipsHeader = z.infer<typeof clipsSchema>;

const SECTION = "skeleton.motion";

/** Clips that do not fit their bones are not written, so a file never contradicts itself. */
export function writeClips(
  { bones, clips }: SkeletonClips,
  add: (section: string, bytes: Uint8Array) => void,
): ClipsHeader | null {
  const row = 12 * bones.length;
  const fitting = clips.filter(({ frameCount, motions }) => motions.length === row * frameCount);
  if (row === 0 || fitting.length === 0) return null;
  for (const { motions } of fitting) add(SECTION, packFloats(motions, row));
  return {
    bones: [...bones],
    clips: fitting.map((clip) => ({ name: clip.name, fps: clip.fps, frameCount: clip.frameCount })),
  };
}

/** @param floats reads a section of numbers in rows from the file, and reports damage. */
export function readClips(
  { bones, clips }: ClipsHeader,
  floats: (section: string, count: number, stride: number) => Float32Array,
): SkeletonClips {
  const row = 12 * bones.length;
  return {
    bones,
    clips: clips.map((clip) => ({ ...clip, motions: floats(SECTION, row * clip.frameCount, row) })),
  };
}
