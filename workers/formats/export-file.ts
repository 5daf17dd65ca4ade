/** Exports a rig to a file of any format: prepares, writes, measures and checks it. */
import { measureExport } from "../export/export-error";
import { type ClipContent, comparable, countKeys } from "../export/motion/prepare-clips";
import { type FileRig, prepareFileRig } from "../export/prepare";
import { measureWritten } from "../export/written-error";
import { oneThread } from "../kernels/one-thread";
import type { ExportOptions, ExportResult } from "../model/files/export/export-options";
import type { AnySequence } from "../model/mesh/streamed-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { WRITERS } from "./writers";
import { sizeOf, type WrittenFile } from "./written-file";

/**
 * The number of keys with one on every frame, the number that are written, and how far the difference moves vertices.
 */
function keysOf(
  clips: readonly ClipContent[],
  perUnit: number,
  written: WrittenFile["keys"],
): ExportResult["keys"] {
  const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);
  const deviation = Math.max(...clips.map((clip) => clip.deviation)) + (written?.deviation ?? 0);
  return {
    before: sum(clips.map(({ keysBefore }) => keysBefore)),
    after: written?.count ?? sum(clips.map(({ tracks, keys }) => countKeys(tracks, keys))),
    deviation: deviation / perUnit,
  };
}

/** The error of the bytes, which are read back. If Sinew cannot read the format, the error of the prepared rig. */
async function errorOf(content: FileRig, options: ExportOptions, bytes: Uint8Array, task: Task) {
  const played = await WRITERS[options.format ?? "glb"].play?.(bytes, content, options, task);
  if (played) return measureWritten(content, played, task);
  const { sequence, rig, clips, weights } = content;
  const { frames, motion } = comparable(clips);
  return measureExport(sequence, rig, content, frames, motion, weights, task);
}

/**
 * Writes the file and measures its error and size. A rig without motion is written without an animation.
 * @param makeParallel for merging bones.
 * @throws SinewError if rig and sequence do not belong together.
 */
export async function exportFile(
  sequence: AnySequence,
  rig: Rig,
  options: ExportOptions,
  task: Task,
  makeParallel = oneThread,
): Promise<ExportResult> {
  const content = await prepareFileRig(sequence, rig, options, task, makeParallel);
  return exportPrepared(content, options, task);
}

/** @param content prepared with these options. */
export async function exportPrepared(
  content: FileRig,
  options: ExportOptions,
  task: Task,
): Promise<ExportResult> {
  const { weights, clips, between, perUnit, renamed, helped, merged } = content;
  const writer = WRITERS[options.format ?? "glb"];
  task.progress({ phase: "Writing", done: null, detail: "" });
  await task.checkpoint();
  const { bytes, beside = [], bytesByKind, keys } = await writer.write(content, options, task);
  const error = await errorOf(content, options, bytes, task);
  task.progress({ phase: "Checking", done: null, detail: "" });
  await task.checkpoint();
  return {
    bytes,
    beside,
    ...error,
    frames: clips.reduce((sum, { frames }) => sum + frames.length, 0),
    largestAdded: error.largestAdded / perUnit,
    between,
    shapes: content.shapes,
    verticesReduced: weights.verticesReduced,
    bones: content.rig.bones.length,
    renamed,
    renamedClips: clips.filter(({ name, given }) => name !== given).length,
    helped,
    merged,
    keys: keysOf(clips, perUnit, keys),
    loops: clips.map(({ loop }) => ({ ...loop, gap: loop.gap / perUnit, step: loop.step / perUnit })),
    bytesByKind,
    validatorMessages: (await writer.check?.(bytes, content)) ?? null,
  };
}

/**
 * Bytes of the files that `exportFile` writes with the same options, without its measurements and its check.
 * @throws SinewError if rig and sequence do not belong together.
 */
export async function exportSize(
  sequence: AnySequence,
  rig: Rig,
  options: ExportOptions,
  task: Task,
  makeParallel = oneThread,
): Promise<number> {
  const content = await prepareFileRig(sequence, rig, options, task, makeParallel);
  await task.checkpoint();
  return sizeOf(await WRITERS[options.format ?? "glb"].write(content, options, task));
}
