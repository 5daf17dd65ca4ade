import { EXPORT_FORMATS, type ExportFormat } from "../../model/files/export/export-formats";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { Clip } from "../../model/mesh/mesh-sequence";
import type { Task } from "../../model/task";
import { fewerInfluences, type SlotWeights } from "../../reduce/fewer-influences";
import { boneRestFrames, type JointFrame } from "../bones/bone-rest-frames";
import { withHalfScales } from "../bones/half-scales";
import type { FileBones } from "../target/file-bones";
import type { BetweenError } from "./between-error";
import { withKeyRate } from "./key-rate";
import { type ClipContent, comparable, prepareClips, withFewerKeys } from "./prepare-clips";
import { smoothClips } from "./smooth-clips";

/** The clips of a file, and the weights with which they were measured. */
export interface FileMotion {
  clips: ClipContent[];
  /** The frames of the sequence that the clips show, one clip after the other. */
  frames: Uint32Array;
  weights: SlotWeights;
  /** The rest frames of the joints. */
  restFrames: JointFrame[];
  /** The error between the frames; null if no bone shears. */
  between: BetweenError | null;
}

/** The clips with scales as the format stores them. */
function asHeld(clips: ClipContent[], { format = "glb" }: ExportOptions): ClipContent[] {
  const { holds }: ExportFormat = EXPORT_FORMATS[format];
  if (!holds.halfScales) return clips;
  return clips.map((clip) => ({ ...clip, tracks: withHalfScales(clip.tracks) }));
}

/** @param chosen the clips of the file, one or more; `shown` are their frames */
export async function fileMotion(
  { sequence, rig, perUnit, helped }: FileBones,
  chosen: readonly Clip[],
  shown: Uint32Array,
  options: ExportOptions,
  task: Task,
): Promise<FileMotion> {
  const shear = options.shear === "helpers" ? "nearest" : options.shear;
  const restFrames = await boneRestFrames(rig, shown, task, shear);
  const everyKey = await prepareClips(sequence, rig, chosen, restFrames, options, task);
  const frames = Uint32Array.from(everyKey.flatMap((clip) => clip.frames));
  const refitAll = helped > 0 || restFrames.some(({ exact }) => !exact);
  const fitted = { sequence, rig, ...comparable(everyKey) };
  const weights = await fewerInfluences(fitted, options.influences, refitAll, task);
  const { clips: smooth, between } = await smoothClips(sequence, rig, everyKey, weights, task);
  const { keyRate = 0, keyTolerance = 0 } = options;
  const framesAKey = keyRate > 0 ? sequence.fps / keyRate : 1;
  const slower = await withKeyRate(rig, smooth, weights, framesAKey, task);
  const fewer = await withFewerKeys(rig, slower, weights, perUnit * keyTolerance, task);
  return { clips: asHeld(fewer, options), frames, weights, restFrames, between };
}
