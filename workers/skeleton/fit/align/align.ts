/**
 * Aligns a skeleton file with a mesh animation if their axes, units, places or poses differ. It first tries what the
 * numbers of the file may mean (`readings.ts`). If nothing fits, it uses the motion of the clip, or without a clip the
 * shape. If the file has the same mesh with weights, that mesh tells more than the bones alone.
 */
import { movingSegments, placed } from "../../../geometry/placing";
import type { SkinnedMesh } from "../../../model/files/skeleton-file";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import { checkPositions, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { howMany, percentFigure, significant } from "../../../model/reports/figures";
import type { AlignInput, AlignResult } from "../../../model/reports/fit-report";
import type { FitAlignment, Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";
import { alignedSkeleton } from "./aligned";
import { type AlignedMotion, alignByMotion } from "./by-motion";
import { alignByShape } from "./by-shape";
import { clipPose } from "./clip-motion";
import { insideMesh } from "./inside";
import { withJoinedClips } from "./joined-clips";
import { alignByOwnMesh } from "./own/by-own-mesh";
import { betterStance } from "./own/rest-stances";
import { placementSentence } from "./placement-sentence";
import { endsOf, plainReading, readingsOf } from "./readings";
import { sampledVertices } from "./sample";

/**
 * A skeleton fits if this share of its bones is inside, or if the bones of its clip leave a smaller error than this, in
 * percent of the diagonal. The joints of rigid shells lie in the gaps between them, and a root may lie outside. It also
 * fits if the mesh of its file follows the animation.
 */
const FITS = 0.9;
const FOLLOWS = 0.1;
/** In fewer frames, weights follow almost any motion, so only single bones count. */
const TELLING = 8;
/** An alignment is doubtful if the bones with their best weights leave more than this, in percent of the diagonal. */
const DOUBTFUL = 1;

/**
 * Finds an alignment unless one is given.
 * @returns a proposal. Nothing is changed.
 */
export async function alignSkeleton(input: AlignInput, task: Task): Promise<AlignResult> {
  checkPositions(input.sequence);
  const { bound, ...standing } = input.source;
  // An alignment that was given is for the source that was found with it.
  if (!bound || input.alignment) return alignedSource(input, standing, null, task);
  const stands = await ownMotion(input, standing, null, task);
  let wasBound = await ownMotion(input, bound, null, task);
  // No search is needed where only the bind pose moves like the animation.
  if (wasBound && !stands)
    return betterStance(input, null, await alignedSource(input, bound, wasBound, task));
  const own = await alignedSource(input, standing, stands, task);
  wasBound ??= await ownMotion(input, bound, own.alignment, task);
  // Only the file's own mesh tells a bind pose from other poses of a clip.
  if (!wasBound && bound.clips.length > 0) return own;
  return betterStance(input, own, await alignedSource(input, bound, wasBound, task));
}

/**
 * The placement at which the file's own mesh moves like the animation; null if it does not.
 * @param like the frames of another placement; null to go frame by frame.
 */
async function ownMotion(
  { sequence, skinned }: AlignInput,
  from: SkeletonSource,
  like: FitAlignment | null,
  task: Task,
): Promise<AlignedMotion | null> {
  const source = withJoinedClips(from, sequence);
  const { scale, turn, shift, frames } = like ?? { ...plainReading(source, sequence), frames: null };
  const unknown = { meanSquare: Infinity, blendSquare: Infinity };
  const start = frames && { ...unknown, scale, turn, shift, frames, pose: "bind" as const };
  const readings = readingsOf(source, sequence, endsOf(source));
  const found = await alignByOwnMesh({ sequence, source, skinned }, readings, start, task);
  return found?.followsOwn && found.meanSquare < Infinity ? found : null;
}

/** @param known where its clip moves like the mesh; null to look for it. */
async function alignedSource(
  input: AlignInput,
  from: SkeletonSource,
  known: AlignedMotion | null,
  task: Task,
): Promise<AlignResult> {
  const { sequence, alignment: given, skinned } = input;
  const source = withJoinedClips(from, sequence);
  const found = () =>
    known ? describe(sequence, source, known, known, task) : findAlignment(sequence, source, task, skinned);
  const alignment = given
    ? { ...given, ...(await insideOf(sequence, source, given, given, task)) }
    : await found();
  return { source, alignment, skeleton: alignedSkeleton({ ...input, source }, alignment) };
}

export async function findAlignment(
  sequence: MeshSequence,
  source: SkeletonSource,
  task: Task,
  skinned: SkinnedMesh | null = null,
): Promise<FitAlignment> {
  task.progress({ phase: "Aligning the skeleton", done: null, detail: source.name });
  const points = sampledVertices(sequence.rest);
  const readings = readingsOf(source, sequence, endsOf(source));
  const bones = await alignByMotion(sequence, source, readings, task);
  const motion = await alignByOwnMesh({ sequence, source, skinned }, readings, bones, task);
  const placement = motion ?? (await alignByShape(sequence, source, readings, points, task));
  return describe(sequence, source, placement, motion, task);
}

async function describe(
  sequence: MeshSequence,
  source: SkeletonSource,
  { scale, turn, shift }: Placement,
  motion: AlignedMotion | null,
  task: Task,
): Promise<FitAlignment> {
  const placement = { scale, turn, shift };
  const pose = motion?.pose ?? "bind";
  const frames = motion?.frames ?? null;
  const rmsePercent = motion && percentOf(motion.meanSquare, sequence);
  const { inside, fits } = await insideOf(sequence, source, placement, { frames, pose }, task);
  return {
    ...placement,
    frames,
    pose,
    inside,
    fits: fits || (motion !== null && (motion.followsOwn || leftBy(motion, sequence) < FOLLOWS)),
    rmsePercent,
    notes: notesOf(source, sequence, motion, placement),
  };
}

/** The error that the bones of a clip leave, in percent of the diagonal. */
const leftBy = ({ meanSquare, blendSquare }: AlignedMotion, sequence: MeshSequence): number =>
  percentOf(sequence.frameCount < TELLING ? meanSquare : blendSquare, sequence);

/** The root of a mean square in percent of the diagonal. */
const percentOf = (meanSquare: number, sequence: MeshSequence): number =>
  (100 * Math.sqrt(meanSquare)) / (restDiagonal(sequence) || 2);

/** Finds which bones of a placed skeleton begin inside the mesh. */
async function insideOf(
  sequence: MeshSequence,
  source: SkeletonSource,
  placement: Placement,
  { frames, pose }: Pick<FitAlignment, "frames" | "pose">,
  task: Task,
): Promise<Pick<FitAlignment, "inside" | "fits">> {
  const posed = pose === "clip" && frames ? clipPose(source, frames.clip, frames.first) : null;
  const own = movingSegments(source.skeleton);
  const heads = own.map((segment) =>
    placed(placement, posedHead(segment.head, posed, source.skeleton.segments.indexOf(segment))),
  );
  const inside = await insideMesh(sequence, heads, task);
  const outside = own.filter((_, n) => !inside[n]).map(({ name }) => name);
  return {
    inside: { count: own.length - outside.length, of: own.length, outside },
    fits: outside.length <= (1 - FITS) * own.length,
  };
}

function posedHead(head: Point, pose: ArrayLike<number> | null, j: number): Point {
  if (!pose) return head;
  return [0, 1, 2].map((r) => {
    const at = 12 * j + 4 * r;
    return pose[at] * head[0] + pose[at + 1] * head[1] + pose[at + 2] * head[2] + pose[at + 3];
  }) as Point;
}

function notesOf(
  source: SkeletonSource,
  sequence: MeshSequence,
  motion: AlignedMotion | null,
  placement: Placement,
): string[] {
  const sentence = placementSentence(placement, sequence.upAxis);
  const notes = sentence ? [sentence] : [];
  const unit = source.metresPerUnit === null ? null : source.metresPerUnit / sequence.metresPerUnit;
  if (unit !== null && Math.abs(placement.scale / unit - 1) > 0.01) {
    notes.push(
      `The units of the files ask for a scale of ${significant(unit)}, but ${significant(placement.scale)} fits.`,
    );
  }
  if (source.clips.length > 0 && !motion) {
    notes.push(`No clip of ${source.file} moves like ${sequence.name}, so only its shape was compared.`);
  }
  if (motion) {
    const { frameCount, name } = source.clips[motion.frames.clip];
    if (frameCount !== sequence.frameCount) {
      notes.push(
        `“${name}” has ${howMany(frameCount, "frame")}, and ${sequence.name} has ${sequence.frameCount}.`,
      );
    }
    if (motion.pose === "clip") {
      notes.push(
        "The mesh starts in a pose of the clip, not in the bind pose. If the skeleton's file does not have this mesh, the bind pose is found with the weights.",
      );
    }
    const left = percentOf(motion.blendSquare, sequence);
    if (left > DOUBTFUL && !motion.followsOwn) {
      notes.push(
        `Even with the best weights, its bones leave ${percentFigure(left)} % of the diagonal. Check the alignment.`,
      );
    }
  }
  return notes;
}
