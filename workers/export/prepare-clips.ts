/** The clips of a file: tracks of all bones, loops closed, keys left out. */
import type { ClipLoop } from "../model/files/clip-loop";
import type { ExportOptions } from "../model/files/export-options";
import type { Clip, MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { SlotWeights } from "../reduce/fewer-influences";
import { boneReach } from "../skeleton/curves/bone-reach";
import { closeLoop } from "../skeleton/curves/close-loop";
import { loopOf } from "../skeleton/curves/loops";
import { type CurveKeys, reduceKeys } from "../skeleton/curves/reduce-keys";
import { travelOf } from "../skeleton/curves/root-motion";
import type { JointFrame } from "./bones/bone-rest-frames";
import { type BoneTracks, boneTracks } from "./bones/bone-tracks";
import { closePairs } from "./bones/close-pairs";
import { keyTracks } from "./bones/key-tracks";
import { motionOfTracks } from "./bones/play-tracks";
import { checkTracks } from "./check-export";
import { rigInFile } from "./export-error";

/** A clip of the file. */
export interface ClipContent {
  name: string;
  /** The frames of the sequence that it shows: a loop that is closed may end with its first again. */
  frames: number[];
  /** With a value for each moment: what a player shows. */
  tracks: BoneTracks;
  /** The moments that have keys, or null for all. */
  keys: CurveKeys | null;
  /** How many keys all tracks have with one on every frame. */
  keysBefore: number;
  loop: ClipLoop;
  /** The largest distance of a vertex to where it is with all keys. */
  deviation: number;
}

/** The matrices of the bones in every frame of some clips, one after the other. */
export const motionOfClips = (clips: readonly ClipContent[]): Float64Array[] =>
  clips.flatMap(({ frames, tracks }) => frames.map((_, f) => motionOfTracks(tracks, f * tracks.perFrame)));

/** The number of keys of all tracks. */
export const countKeys = (tracks: BoneTracks, keys: CurveKeys | null): number =>
  keyTracks(tracks, keys).reduce((sum, { frames }) => sum + frames.length, 0);

/** The tracks of a clip, with every key. */
function clipOf(
  sequence: MeshSequence,
  rig: Rig,
  clip: Clip,
  restFrames: JointFrame[],
  travel: Float64Array,
  { rootMotion, closeLoops }: ExportOptions,
): ClipContent {
  const extracted = rootMotion === "extract";
  const frames = Array.from({ length: clip.last - clip.first + 1 }, (_, k) => clip.first + k);
  const found = loopOf(sequence, clip, travel, extracted);
  const open = boneTracks(rig, frames, restFrames);
  checkTracks(sequence, rig, open);
  const closed = closeLoops === true && found.kind !== "none";
  const tracks = closed ? closeLoop(open, found.kind, extracted ? 0 : -1) : open;
  if (closed) closePairs(open, tracks, found.kind);
  if (tracks.frameCount > frames.length) frames.push(clip.first);
  const keysBefore = countKeys(tracks, null);
  return {
    name: clip.name,
    frames,
    tracks,
    keys: null,
    keysBefore,
    loop: { ...found, closed },
    deviation: 0,
  };
}

/** @param rig with the bone of its travel, the first, where the options ask for one */
export async function prepareClips(
  sequence: MeshSequence,
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
    prepared.push(clipOf(sequence, rig, clip, restFrames, travel, options));
  }
  return prepared;
}

/** How far a turn of each node moves the mesh. */
export function nodeReach(rig: Rig, { nodeBones }: BoneTracks): Float64Array {
  const reach = boneReach(rig);
  return Float64Array.from(nodeBones, (j) => reach[j]);
}

/** The clips with the fewest keys that keep every vertex within a tolerance, measured with the file's weights. */
export async function withFewerKeys(
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  tolerance: number,
  task: Task,
): Promise<ClipContent[]> {
  const reduced: ClipContent[] = [];
  for (const clip of clips) {
    const written = rigInFile(rig, clip.frames, [], weights);
    const { keys, curves, deviation } = await reduceKeys(
      clip.tracks,
      {
        rig: written,
        reach: nodeReach(written, clip.tracks),
        perFrame: clip.tracks.perFrame,
        pose: motionOfTracks,
      },
      tolerance,
      task,
    );
    reduced.push({ ...clip, tracks: curves, keys, deviation });
  }
  return reduced;
}
