/**
 * Writes the motion of a rig as a BVH: rotations of all joints, and positions of joints that move relative to their
 * parents. Positions replace the offset, as in Blender's files. docs/reference/skeleton-files.md describes the file.
 */

import { boneRestFrames } from "../../../export/bones/bone-rest-frames";
import { boneTracks } from "../../../export/bones/bone-tracks";
import { eulerAngles } from "../../../export/bones/euler-angles";
import { checkRigFits, checkTracks } from "../../../export/check-export";
import { fileSpace } from "../../../export/file-space";
import { rotationMatrix } from "../../../math/quaternion";
import { SinewError } from "../../../model/errors";
import {
  type BvhExportOptions,
  type SkeletonExportResult,
  unitScale,
} from "../../../model/files/export/skeleton-export";
import type { SequenceMesh } from "../../../model/mesh/streamed-sequence";
import type { Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { angleText, type BvhContent, fileNames, fileOrder, lengthText, writesPosition } from "./bvh-content";
import { bvhHierarchy } from "./bvh-hierarchy";
import { bvhNotes } from "./bvh-notes";
import { offsetInFile, placeInFile, rotationInFile } from "./turned-axes";
import { unscaledRig } from "./unscaled-rig";

/** The largest file that Sinew itself reads, in bytes. */
const MOST_BYTES = 500e6;
/** Frames to write between two checkpoints. */
const STRIDE = 16;

/** The rig with the axes of the sequence for all joints, because a BVH has no others at rest. */
const withoutAxes = (rig: Rig): Rig => ({ ...rig, bones: rig.bones.map(({ axes: _, ...bone }) => bone) });

/**
 * The line of one frame.
 * @param angles the angles of the frame before, 3B. They become this frame's angles.
 */
function frameRow(content: BvhContent, f: number, angles: Float64Array): string {
  const { tracks, space, options, order } = content;
  const { parents, translations, rotations, nodeCount } = tracks;
  const matrix = new Float64Array(9);
  const row: string[] = [];
  for (const j of order) {
    const at = f * nodeCount + j;
    if (writesPosition(content, j)) {
      const place = parents[j] < 0 ? placeInFile : offsetInFile;
      row.push(...place(space, translations, 3 * at).map(lengthText));
    }
    const q = rotationInFile(space, rotations, 4 * at);
    const length = Math.hypot(...q);
    rotationMatrix(
      q.map((x) => x / length),
      0,
      matrix,
      0,
    );
    const turned = eulerAngles(matrix, options.order, angles.subarray(3 * j, 3 * j + 3));
    angles.set(turned, 3 * j);
    row.push(...turned.map(angleText));
  }
  return `${row.join(" ")}\n`;
}

/** @throws SinewError if rig and sequence do not belong together, or if the file would be too large to read. */
export async function writeBvh(
  sequence: SequenceMesh,
  given: Rig,
  options: BvhExportOptions,
  task: Task,
): Promise<SkeletonExportResult> {
  const indices = options.clips.length > 0 ? options.clips : [...sequence.clips.keys()];
  const clips = indices.map((c) => sequence.clips[c]).filter((clip) => clip !== undefined);
  checkRigFits(sequence, given, clips);
  const frames = clips.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, k) => first + k),
  );
  const rig = withoutAxes(given.boneKind === "affine" ? await unscaledRig(given, task) : given);
  const tracks = boneTracks(rig, frames, await boneRestFrames(rig, frames, task));
  checkTracks(sequence, rig, tracks);
  const space = fileSpace(sequence, options.upAxis, unitScale(options.unit, sequence));
  const content: BvhContent = {
    rig,
    tracks,
    space,
    options,
    order: fileOrder(tracks.parents),
    names: fileNames(rig),
  };
  const encoder = new TextEncoder();
  const header = `MOTION\nFrames: ${frames.length}\nFrame Time: ${lengthText(1 / sequence.fps)}\n`;
  const parts = [encoder.encode(bvhHierarchy(content)), encoder.encode(header)];
  const angles = new Float64Array(3 * rig.bones.length);
  let size = parts[0].length + parts[1].length;
  for (let f = 0; f < frames.length; f++) {
    if (f % STRIDE === 0) {
      task.progress({
        phase: "Writing",
        done: f / frames.length,
        detail: `frame ${f + 1} of ${frames.length}`,
      });
      await task.checkpoint();
    }
    const row = encoder.encode(frameRow(content, f, angles));
    size += row.length;
    if (size > MOST_BYTES) refuseSize(sequence, f, frames.length);
    parts.push(row);
  }
  return { bytes: joined(parts, size), notes: bvhNotes(given, content, clips) };
}

function refuseSize({ name }: SequenceMesh, f: number, frames: number): never {
  throw new SinewError({
    title: `${name} is too long for one BVH`,
    body: `The text is larger than ${MOST_BYTES / 1e6} MB at frame ${f + 1} of ${frames}, and few programs read that. Write fewer clips at a time.`,
  });
}

function joined(parts: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
