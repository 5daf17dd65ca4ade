/** What a file has: weights that it can hold, nodes with tracks for each clip, and the resulting motion. */

import { oneThread } from "../kernels/one-thread";
import { EXPORT_FORMATS, type ExportFormat } from "../model/files/export-formats";
import type { ExportOptions } from "../model/files/export-options";
import { type Clip, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import { type Rig, withoutCorrection } from "../model/rig/rig";
import type { Task } from "../model/task";
import { fewerInfluences, type SlotWeights } from "../reduce/fewer-influences";
import { extractRootMotion } from "../skeleton/curves/root-motion";
import type { BetweenError } from "./between-error";
import { boneRestFrames } from "./bones/bone-rest-frames";
import { withHalfScales } from "./bones/half-scales";
import { checkPosesFit, checkRigFits } from "./check-export";
import { type FileSpace, fileSpace } from "./file-space";
import { type Bounds, boundsInFrames } from "./meshes/bounds-in-frames";
import { type FileMorphs, fileMorphs } from "./meshes/file-morphs";
import { surfacesOf } from "./meshes/packed-order";
import type { PartSurface } from "./meshes/split-parts";
import { type ClipContent, motionOfClips, prepareClips, withFewerKeys } from "./prepare-clips";
import { motionOfPoses, type PoseContent, preparePoses } from "./prepare-poses";
import { smoothClips } from "./smooth-clips";
import { bakeSpace } from "./target/bake-space";
import { withPlainNames } from "./target/plain-names";
import { withStillRoot } from "./target/still-root";
import { withinTarget } from "./target/within-target";
import { optionsWithin } from "./within-format";

/** A rig in the form of files, prepared once for all formats. */
export interface FileRig {
  sequence: MeshSequence;
  /** The parts with triangles, in the order of the file. */
  surfaces: PartSurface[];
  /** With the bone of its travel, the first, where the options ask for one. */
  rig: Rig;
  /** The given rig: with all bones, as they are. */
  full: Rig;
  weights: SlotWeights;
  /** One or more. */
  clips: ClipContent[];
  /** The frames of the sequence that the clips show, one clip after the other. */
  frames: Uint32Array;
  /** Kept poses, as clips of one frame beside the others. */
  poses: PoseContent[];
  /** For each surface the box of all frames, in the file's space; null where it is not asked for. */
  bounds: Bounds[] | null;
  /** The correction as morph targets; null without one. */
  morphs: FileMorphs | null;
  /** The transform above the bones: from the sequence's axes, unit and origin to the file's. */
  root: FileSpace;
  /** Whether the rig only stays in place, so that the file needs no animation. */
  isStill: boolean;
  /** The error between the frames, where bones shear; null elsewhere. */
  between: BetweenError | null;
  /** How many units of `sequence` one unit of the given sequence has: 1 unless the space is baked. */
  perUnit: number;
  /** Bones with another name than in the given rig. */
  renamed: number;
  /** Names of the bones as they were. */
  givenNames: string[];
  /** Bones of the given rig that shear and are several rigid ones here; and bones that were merged into others. */
  helped: number;
  merged: number;
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

/** Sequence and rig in their own space, or in that of the file. */
function inSpace(sequence: MeshSequence, rig: Rig, { bakeSpace: baked, upAxis }: ExportOptions) {
  if (!baked) return { sequence, whole: rig, perUnit: 1 };
  const inFile = bakeSpace(sequence, rig, upAxis);
  return { sequence: inFile.sequence, whole: inFile.rig, perUnit: sequence.metresPerUnit };
}

/** The rig with one more bone above it, if the options ask for one. */
function withRoot(rig: Rig, sequence: MeshSequence, { rootMotion }: ExportOptions, task: Task) {
  if (rootMotion === "still") return withStillRoot(rig);
  return rootMotion === "extract" ? extractRootMotion(rig, sequence, task) : rig;
}

/** The clips as the format keeps their scales. */
function asHeld(clips: ClipContent[], { format = "glb" }: ExportOptions): ClipContent[] {
  const { holds }: ExportFormat = EXPORT_FORMATS[format];
  if (!holds.halfScales) return clips;
  return clips.map((clip) => ({ ...clip, tracks: withHalfScales(clip.tracks) }));
}

/** @throws SinewError if rig and sequence do not belong together */
export async function prepareFileRig(
  source: MeshSequence,
  given: Rig,
  asked: ExportOptions,
  task: Task,
  makeParallel = oneThread,
): Promise<FileRig> {
  const options = optionsWithin(asked, given);
  const indices = options.clips.length > 0 ? options.clips : [...source.clips.keys()];
  const chosen = indices.map((c) => source.clips[c]).filter((clip) => clip !== undefined);
  checkRigFits(source, given, chosen);
  const kept = options.poses ?? [];
  checkPosesFit(given, kept);
  const corrected = options.correction ? given : withoutCorrection(given);
  const { sequence, whole: full, perUnit } = inSpace(source, corrected, options);
  const range = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const shown = Uint32Array.from(chosen.flatMap(range));
  const within = await withinTarget(sequence, full, shown, options, makeParallel, task);
  const { whole, origins, helped, merged } = within;
  const rooted = await withRoot(whole, sequence, options, task);
  const { rig, renamed } = options.names === "plain" ? withPlainNames(rooted) : { rig: rooted, renamed: 0 };
  const restFrames = boneRestFrames(rig, shown, options.shear === "helpers" ? "nearest" : options.shear);
  const everyKey = await prepareClips(sequence, rig, chosen, restFrames, options, task);
  const frames = Uint32Array.from(everyKey.flatMap((clip) => clip.frames));
  const refitAll = helped > 0 || restFrames.some(({ exact }) => !exact);
  const fitted = { sequence, rig, frames, motion: motionOfClips(everyKey) };
  const weights = await fewerInfluences(fitted, options.influences, refitAll, task);
  const { clips: smooth, between } = await smoothClips(sequence, rig, everyKey, weights, task);
  const tolerance = perUnit * (options.keyTolerance ?? 0);
  const fewer = tolerance > 0 ? await withFewerKeys(rig, smooth, weights, tolerance, task) : smooth;
  const clips = asHeld(fewer, options);
  const root = fileSpace(sequence, options.upAxis);
  const isStill = sequence.frameCount === 1 && isAtRest(rig, restDiagonal(sequence));
  const morphs = fileMorphs(rig, frames);
  const names = clips.map(({ name }) => name);
  const still = { ...source, frames: new Float32Array(0) };
  const { motion } = inSpace(still, { ...given, motion: motionOfPoses(given.bones, kept) }, options).whole;
  const poses = preparePoses(source, rig, { poses: kept, motion, origins }, restFrames, names);
  const surfaces = await surfacesOf(sequence, options.compression ?? "none");
  const givenNames = rooted.bones.map(({ name }) => name);
  const about = { isStill, between, perUnit, renamed, givenNames, helped, merged };
  const bounds = options.bounds
    ? await boundsInFrames(sequence, rig, surfaces, clips, weights, root, task)
    : null;
  return { sequence, surfaces, bounds, rig, full, weights, clips, frames, poses, morphs, root, ...about };
}
