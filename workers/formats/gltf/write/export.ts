/**
 * A rig as a GLB that any engine plays: skin, inverse bind matrices, named clips, UVs, materials, seams.
 * docs/reference/glb-export.md says what is written and what it costs.
 */
import type { GlbExportOptions, GlbExportResult } from "../../../model/files/glb-export";
import { type Clip, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { type Rig, withoutCorrection } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { extractRootMotion } from "../../../skeleton/curves/root-motion";
import { boneRestFrames, type JointFrame } from "./bones/bone-rest-frames";
import { checkRigFits } from "./check-export";
import { measureExport } from "./export-error";
import { fileSpace } from "./file-space";
import { fileWeights } from "./file-weights";
import { type ClipContent, countKeys, motionOfClips, prepareClips, withFewerKeys } from "./prepare-clips";
import { validateGlb } from "./validate-glb";
import { writeGlb } from "./write-glb";

/** Less than this share of the diagonal is no motion. */
const STILL = 1e-6;

/** Whether a rig only stays in place, like a mesh that was bound and not posed. */
function isAtRest({ motion }: Rig, diagonal: number): boolean {
  return motion.every((x, n) => {
    const e = n % 12;
    return Math.abs(x - (e % 5 === 0 ? 1 : 0)) <= STILL * (e % 4 === 3 ? diagonal : 1);
  });
}

/** The validator follows all joints up to their roots. With more steps it takes a minute. */
const MOST_STEPS = 2e7;
const UNCHECKED = "The tree of bones is too deep for the glTF validator, so the file was not checked.";

/** @param restFrames with parents before their children. */
function isTooDeep(restFrames: readonly JointFrame[]): boolean {
  const depth = new Int32Array(restFrames.length);
  let steps = 0;
  restFrames.forEach(({ parent }, j) => {
    depth[j] = parent < 0 ? 1 : depth[parent] + 1;
    steps += depth[j];
  });
  return steps > MOST_STEPS;
}

/** The content of the file: weights that it can hold, tracks for each clip, and the resulting motion. */
async function prepareGlb(sequence: MeshSequence, given: Rig, options: GlbExportOptions, task: Task) {
  const whole = options.correction === false ? withoutCorrection(given) : given;
  const indices = options.clips.length > 0 ? options.clips : [...sequence.clips.keys()];
  const chosen = indices.map((c) => sequence.clips[c]).filter((clip) => clip !== undefined);
  checkRigFits(sequence, whole, chosen);
  const rig = options.rootMotion === "extract" ? await extractRootMotion(whole, sequence, task) : whole;
  const range = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const restFrames = boneRestFrames(rig, Uint32Array.from(chosen.flatMap(range)));
  const full = await prepareClips(sequence, rig, chosen, restFrames, options, task);
  const frames = Uint32Array.from(full.flatMap((clip) => clip.frames));
  const most = options.influences > 0 ? options.influences : rig.bones.length;
  const refitAll = restFrames.some(({ exact }) => !exact);
  const fitted = { sequence, rig, frames, motion: motionOfClips(full) };
  const weights = await fileWeights(fitted, most, refitAll, task);
  const tolerance = options.keyTolerance ?? 0;
  const clips = tolerance > 0 ? await withFewerKeys(rig, full, weights, tolerance, task) : full;
  const root = fileSpace(sequence, options.upAxis);
  const isStill = sequence.frameCount === 1 && isAtRest(rig, restDiagonal(sequence));
  return { frames, restFrames, content: { sequence, rig, weights, clips, root, isStill } };
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
  const { frames, restFrames, content } = await prepareGlb(sequence, rig, options, task);
  const { weights, clips } = content;
  const motion = motionOfClips(clips);
  const error = await measureExport(sequence, content.rig, frames, motion, weights, task);
  task.progress({ phase: "Writing", done: null, detail: "" });
  await task.checkpoint();
  const { bytes, bytesByKind } = await writeGlb(content);
  task.progress({ phase: "Checking", done: null, detail: "" });
  await task.checkpoint();
  return {
    bytes,
    ...error,
    verticesReduced: weights.verticesReduced,
    keys: keysOf(clips),
    loops: clips.map(({ loop }) => loop),
    bytesByKind,
    validatorMessages: isTooDeep(restFrames) ? [UNCHECKED] : await validateGlb(bytes),
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
  const { content } = await prepareGlb(sequence, rig, options, task);
  await task.checkpoint();
  return (await writeGlb(content)).bytes.length;
}
