/**
 * A rig as a GLB that any engine plays: skin, inverse bind matrices, named clips, UVs, materials, seams.
 * docs/reference/glb-export.md says what is written and what it costs.
 */
import { measureExport } from "../../../export/export-error";
import { prepareFileRig } from "../../../export/prepare";
import { type ClipContent, countKeys, motionOfClips } from "../../../export/prepare-clips";
import type { GlbExportOptions, GlbExportResult } from "../../../model/files/glb-export";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { validateGlb } from "./validate-glb";
import { writeGlb } from "./write-glb";

/** The validator follows all joints up to their roots. With more steps it takes a minute. */
const MOST_STEPS = 2e7;
const UNCHECKED = "The tree of bones is too deep for the glTF validator, so the file was not checked.";

/** @param parents with parents before their children. */
function isTooDeep(parents: Int32Array): boolean {
  const depth = new Int32Array(parents.length);
  let steps = 0;
  parents.forEach((parent, n) => {
    depth[n] = parent < 0 ? 1 : depth[parent] + 1;
    steps += depth[n];
  });
  return steps > MOST_STEPS;
}

/** The number of keys with one on every frame, and as written; and what the difference moves. */
function keysOf(clips: readonly ClipContent[]): GlbExportResult["keys"] {
  const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);
  return {
    before: sum(clips.map(({ keysBefore }) => keysBefore)),
    after: sum(clips.map(({ tracks, keys }) => countKeys(tracks, keys))),
    deviation: Math.max(...clips.map(({ deviation }) => deviation)),
  };
}

/**
 * Writes the GLB and measures its error and size. A rig without motion is written without an animation.
 * @param options.influences influences kept per vertex; 0 is all. Rows that lose some are fitted again to the source.
 * @param options.clips indices into the sequence's clips; none is all
 * @param options.keyTolerance leaves out keys, and keeps every vertex within this distance
 * @throws SinewError if rig and sequence do not belong together
 */
export async function exportGlb(
  sequence: MeshSequence,
  rig: Rig,
  options: GlbExportOptions,
  task: Task,
): Promise<GlbExportResult> {
  const content = await prepareFileRig(sequence, rig, options, task);
  const { weights, clips, frames, between } = content;
  const error = await measureExport(sequence, content.rig, frames, motionOfClips(clips), weights, task);
  task.progress({ phase: "Writing", done: null, detail: "" });
  await task.checkpoint();
  const { bytes, bytesByKind } = await writeGlb(content);
  task.progress({ phase: "Checking", done: null, detail: "" });
  await task.checkpoint();
  return {
    bytes,
    ...error,
    between,
    verticesReduced: weights.verticesReduced,
    keys: keysOf(clips),
    loops: clips.map(({ loop }) => loop),
    bytesByKind,
    validatorMessages: isTooDeep(clips[0].tracks.parents) ? [UNCHECKED] : await validateGlb(bytes),
  };
}

/**
 * Bytes of the GLB that `exportGlb` writes with the same options, without its measurements and its check.
 * @throws SinewError if rig and sequence do not belong together
 */
export async function glbSize(
  sequence: MeshSequence,
  rig: Rig,
  options: GlbExportOptions,
  task: Task,
): Promise<number> {
  const content = await prepareFileRig(sequence, rig, options, task);
  await task.checkpoint();
  return (await writeGlb(content)).bytes.length;
}
