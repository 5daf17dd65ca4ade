/**
 * A rig as a GLB that any engine plays: skin, inverse bind matrices, named clips, UVs, materials, seams.
 * docs/reference/glb-export.md says what is written and what it costs.
 */
import { SinewError } from "../../../model/errors";
import type { GlbExportOptions, GlbExportResult } from "../../../model/files/glb-export";
import { type Clip, type MeshSequence, restDiagonal, type UpAxis } from "../../../model/mesh/mesh-sequence";
import { type Rig, withoutCorrection } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import { boneRestFrames, type Stand } from "./bones/bone-rest-frames";
import { type BoneTracks, boneTracks, motionOfTracks } from "./bones/bone-tracks";
import { measureExport } from "./export-error";
import { fileWeights } from "./file-weights";
import { validateGlb } from "./validate-glb";
import { writeGlb } from "./write-glb";

/** A glTF joint index is at most an unsigned short. */
const MOST_BONES = 65536;

const HALF = Math.SQRT1_2;

/** Quaternion x, y, z, w that turns the axis `from` to where `to` is, by the quarter turn between them. */
function turnUp(from: UpAxis, to: UpAxis): [number, number, number, number] {
  if (from === to) return [0, 0, 0, 1];
  // Right-handed quarter turns: about z from x to y, about x from y to z, about y from z to x.
  const turns: Record<string, [number, number, number, number]> = {
    xy: [0, 0, HALF, HALF],
    yx: [0, 0, -HALF, HALF],
    yz: [HALF, 0, 0, HALF],
    zy: [-HALF, 0, 0, HALF],
    zx: [0, HALF, 0, HALF],
    xz: [0, -HALF, 0, HALF],
  };
  return turns[from + to];
}

function checkFit(sequence: MeshSequence, rig: Rig, clips: Clip[]): void {
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${sequence.name} cannot be exported`, body });
  };
  const [V, F, B] = [sequence.vertexCount, sequence.frameCount, rig.bones.length];
  if (B < 1) wrong("Its rig has no bones. Solve first.");
  if (B > MOST_BONES) wrong(`Its rig has ${B} bones; glTF allows ${MOST_BONES}.`);
  if (rig.rest.length !== 3 * V || rig.weights.offsets.length !== V + 1) {
    wrong(`Its rig is for ${rig.rest.length / 3} vertices, but the sequence has ${V}. Solve again.`);
  }
  if (rig.motion.length !== 12 * F * B) {
    wrong(`Its rig moves ${rig.motion.length / (12 * B)} frames, but the sequence has ${F}. Solve again.`);
  }
  const { correction } = rig;
  if (
    correction &&
    (correction.shapes.length !== 3 * V * correction.rank ||
      correction.weights.length !== F * correction.rank)
  ) {
    wrong("Its correction is for other vertices or frames. Fit it again, or remove it.");
  }
  if (clips.length === 0) wrong("No clip was chosen. Choose at least one.");
}

/** The first bone with a number beyond 32 bits in an array of `width` numbers per bone; -1 if all are fine. */
function boneBeyond(numbers: Float32Array | null, width: number, bones: number): number {
  const at = numbers?.findIndex((x) => !Number.isFinite(x)) ?? -1;
  return at < 0 ? -1 : Math.floor(at / width) % bones;
}

/** @throws SinewError with a bone that is or moves too far away for the numbers of a file. */
function checkTracks(sequence: MeshSequence, { bones }: Rig, tracks: BoneTracks): void {
  const { inverseBind, translations, rotations, scales } = tracks;
  const beyond = [
    boneBeyond(inverseBind, 12, bones.length),
    boneBeyond(translations, 3, bones.length),
    boneBeyond(rotations, 4, bones.length),
    boneBeyond(scales, 3, bones.length),
  ].find((j) => j >= 0);
  if (beyond === undefined) return;
  throw new SinewError({
    title: `${sequence.name} cannot be exported`,
    body: `“${bones[beyond].name}” stands or moves too far away for the numbers of a file. Delete the bone, or repair its motion or scale where it was made.`,
  });
}

/** The map from the sequence's coordinates to the file's: v ↦ scale · R · v + translation. */
function rootTransform({ origin, upAxis, metresPerUnit }: MeshSequence, fileUp: GlbExportOptions["upAxis"]) {
  const rotation = turnUp(upAxis, fileUp);
  const [x, y, z, w] = rotation;
  const [a, b, c] = origin;
  // q · v · q⁻¹ written out.
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  const turned = [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
  return { rotation, scale: metresPerUnit, translation: turned.map((v) => metresPerUnit * v) };
}

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
const UNCHECKED = "The bones hang too deep for the glTF validator, so the file was not checked.";

/** @param stands with parents before their children. */
function isTooDeep(stands: readonly Stand[]): boolean {
  const depth = new Int32Array(stands.length);
  let steps = 0;
  stands.forEach(({ parent }, j) => {
    depth[j] = parent < 0 ? 1 : depth[parent] + 1;
    steps += depth[j];
  });
  return steps > MOST_STEPS;
}

/** The content of the file: weights that it can hold, tracks for each clip, and the resulting motion. */
async function prepareGlb(sequence: MeshSequence, given: Rig, options: GlbExportOptions, task: Task) {
  const rig = options.correction === false ? withoutCorrection(given) : given;
  const indices = options.clips.length > 0 ? options.clips : [...sequence.clips.keys()];
  const chosen = indices.map((c) => sequence.clips[c]).filter((clip) => clip !== undefined);
  checkFit(sequence, rig, chosen);
  const range = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const frames = Uint32Array.from(chosen.flatMap(range));
  const stands = boneRestFrames(rig, frames);
  const clips = chosen.map((clip) => ({ clip, tracks: boneTracks(rig, range(clip), stands) }));
  for (const { tracks } of clips) checkTracks(sequence, rig, tracks);
  const motion = clips.flatMap(({ tracks }) =>
    Array.from({ length: tracks.frameCount }, (_, f) => motionOfTracks(tracks, f)),
  );
  const most = options.influences > 0 ? options.influences : rig.bones.length;
  const refitAll = stands.some(({ exact }) => !exact);
  const weights = await fileWeights({ sequence, rig, frames, motion }, most, refitAll, task);
  const root = rootTransform(sequence, options.upAxis);
  const isStill = sequence.frameCount === 1 && isAtRest(rig, restDiagonal(sequence));
  return { frames, motion, stands, content: { sequence, rig, weights, clips, root, isStill } };
}

/**
 * Writes the GLB and measures its error and size. A rig without motion is written without an animation.
 * @param options.influences influences kept per vertex; 0 is all. Rows that lose some are fitted again to the source.
 * @param options.clips indices into the sequence's clips; none is all
 * @throws SinewError if rig and sequence do not belong together
 */
export async function exportGlb(
  sequence: MeshSequence,
  rig: Rig,
  options: GlbExportOptions,
  task: Task,
): Promise<GlbExportResult> {
  const { frames, motion, stands, content } = await prepareGlb(sequence, rig, options, task);
  const { weights } = content;
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
    bytesByKind,
    validatorMessages: isTooDeep(stands) ? [UNCHECKED] : await validateGlb(bytes),
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
