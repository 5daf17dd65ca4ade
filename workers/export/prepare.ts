/** What a file has: weights that it can hold, nodes with tracks for each clip, and the resulting motion. */
import type { ExportOptions } from "../model/files/export-options";
import { type Clip, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import { type Rig, withoutCorrection } from "../model/rig/rig";
import type { Task } from "../model/task";
import { fewerInfluences, type SlotWeights } from "../reduce/fewer-influences";
import { extractRootMotion } from "../skeleton/curves/root-motion";
import type { BetweenError } from "./between-error";
import { boneRestFrames } from "./bones/bone-rest-frames";
import { checkRigFits } from "./check-export";
import { type FileMorphs, fileMorphs } from "./file-morphs";
import { type FileSpace, fileSpace } from "./file-space";
import { type ClipContent, motionOfClips, prepareClips, withFewerKeys } from "./prepare-clips";
import { smoothClips } from "./smooth-clips";
import { optionsWithin } from "./within-format";

/** A rig as files have it, prepared once for all formats. */
export interface FileRig {
  sequence: MeshSequence;
  /** With the bone of its travel, the first, where the options ask for one. */
  rig: Rig;
  weights: SlotWeights;
  /** One or more. */
  clips: ClipContent[];
  /** The frames of the sequence that the clips show, one clip after the other. */
  frames: Uint32Array;
  /** The correction as morph targets; null without one. */
  morphs: FileMorphs | null;
  /** The transform above the bones: from the sequence's axes, unit and origin to the file's. */
  root: FileSpace;
  /** Whether the rig only stays in place, so that the file needs no animation. */
  isStill: boolean;
  /** The error between the frames, where bones shear; null elsewhere. */
  between: BetweenError | null;
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

/** @throws SinewError if rig and sequence do not belong together */
export async function prepareFileRig(
  sequence: MeshSequence,
  given: Rig,
  asked: ExportOptions,
  task: Task,
): Promise<FileRig> {
  const options = optionsWithin(asked, given);
  const whole = options.correction ? given : withoutCorrection(given);
  const indices = options.clips.length > 0 ? options.clips : [...sequence.clips.keys()];
  const chosen = indices.map((c) => sequence.clips[c]).filter((clip) => clip !== undefined);
  checkRigFits(sequence, whole, chosen);
  const rig = options.rootMotion === "extract" ? await extractRootMotion(whole, sequence, task) : whole;
  const range = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const restFrames = boneRestFrames(rig, Uint32Array.from(chosen.flatMap(range)), options.shear);
  const full = await prepareClips(sequence, rig, chosen, restFrames, options, task);
  const frames = Uint32Array.from(full.flatMap((clip) => clip.frames));
  const refitAll = restFrames.some(({ exact }) => !exact);
  const fitted = { sequence, rig, frames, motion: motionOfClips(full) };
  const weights = await fewerInfluences(fitted, options.influences, refitAll, task);
  const { clips: smooth, between } = await smoothClips(sequence, rig, full, weights, task);
  const tolerance = options.keyTolerance ?? 0;
  const clips = tolerance > 0 ? await withFewerKeys(rig, smooth, weights, tolerance, task) : smooth;
  const root = fileSpace(sequence, options.upAxis);
  const isStill = sequence.frameCount === 1 && isAtRest(rig, restDiagonal(sequence));
  const morphs = fileMorphs(rig, frames);
  return { sequence, rig, weights, clips, frames, morphs, root, isStill, between };
}
