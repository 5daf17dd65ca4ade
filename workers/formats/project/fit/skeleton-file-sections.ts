/** Sections for the data of a skeleton's file, so that the skeleton can be placed in the mesh again. */
import { z } from "zod";
import type { SkeletonFile, SkinnedMesh } from "../../../model/files/skeleton-file";
import type { ClipKeys, SkeletonClip, SkeletonSource } from "../../../model/files/skeleton-source";
import { packFloats, packIntegers } from "../byte-planes";
import type { ProjectSections } from "../section-reader";
import { segmentsSchema } from "../sections/bone-schema";
import { readWeights, writeWeights } from "./carried-weight-sections";

const count = z.int().min(0).max(0x7fffffff);
const name = z.string();
const point = z.tuple([z.number(), z.number(), z.number()]);

export const skeletonFileSchema = z.object({
  source: z.object({
    ...{ name, file: name, format: name },
    segments: segmentsSchema,
    upAxis: z.enum(["x", "y", "z"]).nullable(),
    metresPerUnit: z.number().positive().nullable(),
    fileOrder: z.array(count).nullable(),
    clips: z.array(
      z.object({
        name,
        fps: z.number().positive(),
        frameCount: count,
        /** Times of the file's keys, in frames. */
        keys: z.array(z.number()).nullable(),
      }),
    ),
    notes: z.array(z.string()),
  }),
  skinned: z
    .object({
      bones: z.array(name),
      heads: z.array(point).default([]),
      vertices: count,
      corners: count,
      influenceCount: count,
    })
    .nullable(),
});

type FileHeader = z.infer<typeof skeletonFileSchema>;
type Add = (section: string, bytes: Uint8Array) => void;

export function writeSkeletonFile({ source, skinned }: SkeletonFile, add: Add): FileHeader {
  const { skeleton, clips, fileOrder, ...figures } = source;
  const row = 12 * skeleton.segments.length;
  for (const { motions, keys } of clips) {
    add("fit.file.motion", packFloats(motions, row));
    if (keys) add("fit.file.keys", packFloats(keys.motions, row));
  }
  if (skinned) {
    add("fit.file.rest", packFloats(skinned.rest, 3));
    add("fit.file.triangles", packIntegers(skinned.triangles, 3));
    writeWeights("fit.file", skinned.weights, add);
  }
  return {
    source: {
      ...figures,
      segments: skeleton.segments,
      fileOrder: fileOrder ? Array.from(fileOrder) : null,
      clips: clips.map((clip) => ({
        ...{ name: clip.name, fps: clip.fps, frameCount: clip.frameCount },
        keys: clip.keys ? Array.from(clip.keys.times) : null,
      })),
    },
    skinned: skinned && {
      bones: skinned.bones,
      heads: skinned.heads,
      vertices: skinned.rest.length / 3,
      corners: skinned.triangles.length,
      influenceCount: skinned.weights.bones.length,
    },
  };
}

export function readSkeletonFile({ source, skinned }: FileHeader, take: ProjectSections): SkeletonFile {
  const { segments, fileOrder, clips, ...figures } = source;
  segments.forEach((segment, s) => {
    take.check(segment.parent < s, `Segment “${segment.name}” comes before its parent.`);
  });
  const isOrdered = fileOrder === null || fileOrder.length === segments.length;
  take.check(isOrdered, "The order of the bones in its skeleton’s file is damaged.");
  const row = 12 * segments.length;
  const whole: SkeletonSource = {
    ...figures,
    skeleton: { version: 1, segments },
    ...(fileOrder && { fileOrder: Uint32Array.from(fileOrder) }),
    clips: clips.map(({ keys, ...clip }): SkeletonClip => {
      const motions = take.floats("fit.file.motion", row * clip.frameCount, row);
      return { ...clip, motions, ...(keys && { keys: readKeys(keys, row, take) }) };
    }),
  };
  return { source: whole, skinned: skinned && readSkinned(skinned, take) };
}

const readKeys = (times: number[], row: number, take: ProjectSections): ClipKeys => ({
  times: Float64Array.from(times),
  motions: take.floats("fit.file.keys", row * times.length, row),
});

function readSkinned(
  { bones, heads, vertices, corners, influenceCount }: NonNullable<FileHeader["skinned"]>,
  take: ProjectSections,
): SkinnedMesh {
  const rest = take.floats("fit.file.rest", 3 * vertices, 3);
  const triangles = take.integers("fit.file.triangles", corners, 3);
  take.check(
    triangles.every((v) => v < vertices),
    "A triangle of its skeleton’s mesh names a vertex that does not exist.",
  );
  const weights = readWeights("fit.file", { entries: influenceCount, bones: bones.length, vertices }, take);
  return { bones, heads, weights, rest, triangles };
}
