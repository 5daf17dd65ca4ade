/**
 * Prepares the contents of a file: weights that it can hold, nodes with tracks for each clip, and the resulting motion.
 */

import { oneThread } from "../kernels/one-thread";
import type { ExportOptions } from "../model/files/export/export-options";
import { type Clip, restDiagonal, validateSequence } from "../model/mesh/mesh-sequence";
import { isAnimated } from "../model/mesh/shapes";
import { type AnySequence, isStreamed } from "../model/mesh/streamed-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { SlotWeights } from "../reduce/fewer-influences";
import type { LeftBones } from "../skeleton/levels/part-of-rig";
import { checkMorphs, checkPosesFit, checkRigFits } from "./check-export";
import { type FileSpace, fileSpace } from "./file-space";
import { type Bounds, boundsInFrames } from "./meshes/bounds-in-frames";
import { type FileMorphs, fileMorphs } from "./meshes/file-morphs";
import { surfacesOf } from "./meshes/packed-order";
import type { PartSurface } from "./meshes/split-parts";
import { storedWeights } from "./meshes/stored-weights";
import type { BetweenError } from "./motion/between-error";
import { type FileMotion, fileMotion } from "./motion/file-motion";
import type { ClipContent } from "./motion/prepare-clips";
import { motionOfPoses, type PoseContent, preparePoses } from "./motion/prepare-poses";
import { type FileBones, fileBones, inSpace } from "./target/file-bones";
import { targetNames } from "./target/target-names";
import { optionsWithin } from "./within-format";

/** A rig in the form of files, prepared once for all formats. */
export interface FileRig {
  sequence: AnySequence;
  /** The parts with triangles, in the order of the file. */
  surfaces: PartSurface[];
  /** If the options ask for root motion, the first bone is the one that travels. */
  rig: Rig;
  /** The given rig as the studio shows it: with all its bones and its correction, without shapes of the source. */
  shown: Rig;
  /** The given rig as the options ask for it, with all its bones; `shown` itself if they ask for no change. */
  full: Rig;
  weights: SlotWeights;
  /** One or more. */
  clips: ClipContent[];
  /** The frames of the sequence that the clips show, one clip after the other. */
  frames: Uint32Array;
  /** Kept poses, as clips of one frame beside the others. */
  poses: PoseContent[];
  /** For each surface the box of all frames, in the file's space; null if the options do not ask for it. */
  bounds: Bounds[] | null;
  /** The correction and the source's own shapes as morph targets; null without any. */
  morphs: FileMorphs | null;
  /** How many shapes of the source it has, whether its clips play them, and whether the source's clips do. */
  shapes: { count: number; play: boolean; animated: boolean };
  /** The transform above the bones: from the sequence's axes, unit and origin to the file's. */
  root: FileSpace;
  /** Whether the rig never moves, so that the file needs no animation. */
  isStill: boolean;
  /** The error between the frames; null if no bone shears. */
  between: BetweenError | null;
  /** How many units of `sequence` one unit of the given sequence has: 1 unless the space is baked. */
  perUnit: number;
  /** The number of bones whose names changed. */
  renamed: number;
  /** The old names of the bones. */
  givenNames: string[];
  /**
   * The number of bones of the given rig that were replaced by rigid helpers, and of bones that were merged into
   * others.
   */
  helped: number;
  merged: number;
  /** The bones of the given rig that are left; null if none were merged, or if helpers replace some. */
  left: LeftBones | null;
}

/** Motion below this share of the diagonal is ignored. */
const STILL = 1e-6;

/** Whether a rig never moves, like a mesh that was bound and not posed. */
function isAtRest({ motion }: Rig, diagonal: number): boolean {
  return motion.every((x, n) => {
    const e = n % 12;
    return Math.abs(x - (e % 5 === 0 ? 1 : 0)) <= STILL * (e % 4 === 3 ? diagonal : 1);
  });
}

/** The clips that the options ask for, and the frames of the sequence that they show, one after the other. */
function chosenClips({ clips }: AnySequence, { clips: asked }: ExportOptions) {
  const indices = asked.length > 0 ? asked : [...clips.keys()];
  const chosen = indices.map((c) => clips[c]).filter((clip) => clip !== undefined);
  const range = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);
  return { chosen, shown: Uint32Array.from(chosen.flatMap(range)) };
}

/** The poses that the options ask for, for the bones of the file. */
function keptPoses(
  source: AnySequence,
  given: Rig,
  options: ExportOptions,
  { rig, origins }: FileBones,
  { restFrames, clips }: FileMotion,
): PoseContent[] {
  const { poses = [], names = "keep" } = options;
  const still = { ...source, frames: new Float32Array(0) };
  const posed = { ...given, motion: motionOfPoses(given.bones, poses) };
  const { motion } = inSpace(still, posed, options).whole;
  const taken = clips.map(({ name }) => name);
  const called = targetNames(
    names,
    poses.map(({ name }) => name),
    "pose",
  );
  const named = poses.map((pose, n) => ({ ...pose, name: called[n] }));
  return preparePoses(source, rig, { poses: named, motion, origins }, restFrames, taken);
}

/**
 * @param known the bones that are left of the given rig, if others were merged into them before
 * @throws SinewError if rig and sequence are not valid, or do not belong together.
 */
export async function prepareFileRig(
  source: AnySequence,
  given: Rig,
  asked: ExportOptions,
  task: Task,
  makeParallel = oneThread,
  known: LeftBones | null = null,
): Promise<FileRig> {
  const options = optionsWithin(asked, given);
  const { chosen, shown } = chosenClips(source, options);
  if (!isStreamed(source)) validateSequence(source);
  checkRigFits(source, given, chosen);
  checkPosesFit(given, options.poses ?? []);
  const bones = await fileBones(source, given, shown, options, makeParallel, task, known);
  const { sequence, rig, shown: own, full, perUnit, renamed, givenNames, helped, merged, left } = bones;
  const motion = await fileMotion(bones, chosen, shown, options, task);
  const { clips, frames, between } = motion;
  const root = fileSpace(sequence, options.upAxis);
  const surfaces = await surfacesOf(sequence, options.compression ?? "none");
  const weights = await storedWeights({ rig, clips, weights: motion.weights }, options, task);
  const bounds = options.bounds
    ? await boundsInFrames(sequence, rig, surfaces, clips, weights, root, task)
    : null;
  const morphs = fileMorphs(rig, frames, bones.shapes, bones.play);
  if (morphs) checkMorphs(sequence, morphs);
  return {
    ...{ sequence, surfaces, rig, shown: own, full, weights, clips, frames, bounds, root, between },
    ...{ perUnit, renamed, givenNames, helped, merged, left },
    poses: keptPoses(source, given, options, bones, motion),
    morphs,
    shapes: {
      ...{ count: bones.shapes.length, play: bones.play },
      animated: bones.shapes.some(isAnimated),
    },
    isStill: sequence.frameCount === 1 && isAtRest(rig, restDiagonal(sequence)),
  };
}
