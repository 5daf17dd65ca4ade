/** The clips of a file: tracks of all bones, loops closed, keys left out. */
import type { ClipLoop } from "../../model/files/export/clip-loop";
import type { ExportOptions } from "../../model/files/export/export-options";
import type { Clip } from "../../model/mesh/mesh-sequence";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { boneReach } from "../../skeleton/curves/bone-reach";
import type { CurveKeys } from "../../skeleton/curves/channel-keys";
import { closeLoop } from "../../skeleton/curves/close-loop";
import { loopOf } from "../../skeleton/curves/loops";
import { reduceKeys } from "../../skeleton/curves/reduce-keys";
import { travelOf } from "../../skeleton/curves/root-motion";
import type { JointFrame } from "../bones/bone-rest-frames";
import { type BoneTracks, boneTracks } from "../bones/bone-tracks";
import { closePairs } from "../bones/close-pairs";
import { keyTracks } from "../bones/key-tracks";
import { motionOfTracks } from "../bones/play-tracks";
import { checkTracks } from "../check-export";
import { rigInFile } from "../export-error";
import { targetNames } from "../target/target-names";

/** A clip of the file. */
export interface ClipContent {
  name: string;
  /** Its name in the sequence. */
  given: string;
  /** The frames of the sequence that it shows. A closed loop may end with its first frame again. */
  frames: number[];
  /** How many frames at the end close the loop and have no counterpart in the sequence. */
  added: number;
  /** The tracks as players show them, with a value for each moment. */
  tracks: BoneTracks;
  /** The moments that have keys, or null for all. */
  keys: CurveKeys | null;
  /** The number of keys in all tracks with a key on every frame. */
  keysBefore: number;
  loop: ClipLoop;
  /** A vertex is no farther than this from where it is with all keys. */
  deviation: number;
}

/** The matrices of the bones in every frame of some clips, one after the other. */
export const motionOfClips = (clips: readonly ClipContent[]): Float64Array[] =>
  clips.flatMap(({ frames, tracks }) => frames.map((_, f) => motionOfTracks(tracks, f * tracks.perFrame)));

/**
 * A clip without the frame that closes its loop. That frame shows the first pose, but where the character travels, it
 * shows it at another place than the sequence does.
 */
export const ofSequence = (clip: ClipContent): ClipContent => ({
  ...clip,
  frames: clip.frames.slice(0, clip.frames.length - clip.added),
  added: 0,
});

/** The frames of some clips that the sequence has too, and the bones' matrices in each, one clip after the other. */
export function comparable(clips: readonly ClipContent[]): { frames: number[]; motion: Float64Array[] } {
  const own = clips.map(ofSequence);
  return { frames: own.flatMap(({ frames }) => frames), motion: motionOfClips(own) };
}

/** The number of keys of all tracks. */
export const countKeys = (tracks: BoneTracks, keys: CurveKeys | null): number =>
  keyTracks(tracks, keys).reduce((sum, { frames }) => sum + frames.length, 0);

/** The tracks of a clip, with every key. */
async function clipOf(
  sequence: AnySequence,
  rig: Rig,
  clip: Clip,
  restFrames: JointFrame[],
  travel: Float64Array,
  { rootMotion, closeLoops }: ExportOptions,
): Promise<ClipContent> {
  const extracted = rootMotion === "extract";
  const frames = Array.from({ length: clip.last - clip.first + 1 }, (_, k) => clip.first + k);
  const found = await loopOf(sequence, clip, travel, extracted);
  const open = boneTracks(rig, frames, restFrames);
  checkTracks(sequence, rig, open);
  const closed = closeLoops === true && found.kind !== "none";
  const tracks = closed ? closeLoop(open, found.kind, extracted ? 0 : -1) : open;
  if (closed) closePairs(open, tracks, found.kind);
  const added = tracks.frameCount - frames.length;
  if (added > 0) frames.push(clip.first);
  const keysBefore = countKeys(tracks, null);
  return {
    name: clip.name,
    given: clip.name,
    frames,
    added,
    tracks,
    keys: null,
    keysBefore,
    loop: { ...found, closed },
    deviation: 0,
  };
}

/** @param rig if the options ask for root motion, its first bone is the one that travels */
export async function prepareClips(
  sequence: AnySequence,
  rig: Rig,
  clips: readonly Clip[],
  restFrames: JointFrame[],
  options: ExportOptions,
  task: Task,
): Promise<ClipContent[]> {
  const travel = await travelOf(rig, sequence, task);
  const prepared: ClipContent[] = [];
  for (const clip of clips) {
    await task.checkpoint();
    prepared.push(await clipOf(sequence, rig, clip, restFrames, travel, options));
  }
  const names = targetNames(
    options.names ?? "keep",
    prepared.map(({ name }) => name),
    "clip",
  );
  return prepared.map((clip, c) => ({ ...clip, name: names[c] }));
}

/** How far a turn of each node moves the mesh. */
export function nodeReach(rig: Rig, { nodeBones }: BoneTracks): Float64Array {
  const reach = boneReach(rig);
  return Float64Array.from(nodeBones, (j) => reach[j]);
}

/** A skin as `reduceKeys` measures it, for one clip. */
export const skinOfClip = (
  rig: Rig,
  { frames, tracks: { perFrame } }: ClipContent,
  weights: SlotWeights,
) => ({
  rig: rigInFile(rig, frames, [], weights),
  perFrame,
  pose: motionOfTracks,
});

/**
 * The clips with the fewest keys that keep every vertex within a tolerance, measured with the file's weights.
 * @param tolerance in the unit of the rig; 0 keeps all keys
 */
export async function withFewerKeys(
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  tolerance: number,
  task: Task,
): Promise<ClipContent[]> {
  if (!(tolerance > 0)) return [...clips];
  const reduced: ClipContent[] = [];
  for (const clip of clips) {
    const skin = skinOfClip(rig, clip, weights);
    const reach = nodeReach(skin.rig, clip.tracks);
    const { keys, curves, deviation } = await reduceKeys(clip.tracks, { ...skin, reach }, tolerance, task);
    reduced.push({ ...clip, tracks: curves, keys, deviation: clip.deviation + deviation });
  }
  return reduced;
}
