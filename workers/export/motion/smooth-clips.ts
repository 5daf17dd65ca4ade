import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { type BetweenLimits, withKeysBetween } from "../bones/between-frames";
import { ownSpreads } from "../bones/bone-rest-frames";
import { type BetweenError, measureBetween } from "./between-error";
import { type ClipContent, countKeys } from "./prepare-clips";

/** At first a bone may leave the straight line by this share of the rig's own error. */
const OF_ERROR = 0.4;
/** A rig with this E_RMS or less is exact. */
const EXACT = 0.1;
/** The file's error between the frames may be this many times the error of the blended matrices. */
const GOOD = 1.15;
/** The most times that the tolerance is halved if the error is larger, or doubled if it is not. */
const HALVINGS = 3;
const DOUBLINGS = 3;

/** Σ w² of the vertices of each bone, B. */
function massesOf({ bones, weights }: Rig): Float64Array {
  const masses = new Float64Array(bones.length);
  for (let e = 0; e < weights.values.length; e++) masses[weights.bones[e]] += weights.values[e] ** 2;
  return masses;
}

export interface SmoothClips {
  clips: ClipContent[];
  /** Null if no bone shears. */
  between: BetweenError | null;
}

const isGood = ({ between }: SmoothClips): boolean =>
  !between || between.inFile <= GOOD * Math.max(between.blended, EXACT);

const keysOf = ({ clips }: SmoothClips): number => clips.reduce((sum, { keysBefore }) => sum + keysBefore, 0);

/**
 * Adds the keys that pairs need between frames, and measures the error of the mesh there. It looks for the largest
 * tolerance with a good error, because that needs the fewest keys.
 */
export async function smoothClips(
  sequence: AnySequence,
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  task: Task,
): Promise<SmoothClips> {
  const hasPairs = clips.some(({ tracks }) => tracks.nodeCount > tracks.joints.length);
  if (!hasPairs) return { clips: [...clips], between: null };
  const diagonal = restDiagonal(sequence);
  const limits = { moments: ownSpreads(rig), masses: massesOf(rig) };
  const start = await measureBetween(sequence, rig, clips, weights, task);
  const first = (OF_ERROR * Math.max(start?.blended ?? 0, EXACT) * diagonal) / 2000;
  const within = (times: number) =>
    smoothed(sequence, rig, clips, weights, { ...limits, tolerance: times * first }, task);
  let found = await within(1);
  const step = isGood(found) ? 2 : 0.5;
  const tries = isGood(found) ? DOUBLINGS : HALVINGS;
  for (let n = 1; n <= tries; n++) {
    const next = await within(step ** n);
    // All moments have keys already, or none can go.
    if (keysOf(next) === keysOf(found)) break;
    if (step > 1 && !isGood(next)) break;
    found = next;
    if (step < 1 && isGood(found)) break;
  }
  return found;
}

async function smoothed(
  sequence: AnySequence,
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  limits: BetweenLimits,
  task: Task,
): Promise<SmoothClips> {
  const done: ClipContent[] = [];
  for (const clip of clips) {
    const { tracks, keys } = await withKeysBetween(clip.tracks, limits, task);
    done.push({ ...clip, tracks, keys, keysBefore: countKeys(tracks, keys) });
  }
  return { clips: done, between: await measureBetween(sequence, rig, done, weights, task) };
}
