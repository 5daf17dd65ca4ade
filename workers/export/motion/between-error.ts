import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { type AnySequence, frameAt, keptFrameAt } from "../../model/mesh/streamed-sequence";
import { blendPositions } from "../../model/rig/blend-positions";
import { correctedRest } from "../../model/rig/corrected-rest";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { SlotWeights } from "../../reduce/fewer-influences";
import { motionOfTracks } from "../bones/play-tracks";
import { rigInFile } from "../export-error";
import { type ClipContent, ofSequence } from "./prepare-clips";

/** E_RMS between frames, against linearly blended frames of the source. */
export interface BetweenError {
  /** The error of the file, whose nodes turn and stretch between its keys. */
  inFile: number;
  /** The error of the rig's own matrices, blended evenly. */
  blended: number;
}

/** The most steps from frame to frame that are measured, evenly spread. */
const MOST_STEPS = 64;
/**
 * The moments of a step at which the error is measured. None is on a key, because there the file has the error of the
 * matrices; keys are on sixteenths of a step.
 */
const MOMENTS = [3 / 32, 9 / 32, 15 / 32, 21 / 32, 27 / 32];

/** Blends two lists evenly. A loop, because `Float32Array.from` with a function is far slower. */
function mix(a: ArrayLike<number>, b: ArrayLike<number>, t: number): Float32Array {
  const out = new Float32Array(a.length);
  for (let n = 0; n < out.length; n++) out[n] = (1 - t) * a[n] + t * b[n];
  return out;
}

/** The sum of the squared differences. */
function squaredDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] - b[n]) ** 2;
  return sum;
}

/** A step of a clip: from its moment `f` to the next, which show frames `k` and `next` of the sequence. */
interface Step {
  clip: ClipContent;
  f: number;
  k: number;
  next: number;
}

function stepsOf(clips: readonly ClipContent[]): Step[] {
  const all = clips
    .map(ofSequence)
    .flatMap((clip) => clip.frames.slice(1).map((next, f): Step => ({ clip, f, k: clip.frames[f], next })));
  const count = Math.min(all.length, MOST_STEPS);
  return Array.from({ length: count }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / count)]);
}

/** Sums the squared distances to the blended source at the moments of a step. */
async function measureStep(sequence: AnySequence, rig: Rig, written: Rig, { clip, f, k, next }: Step) {
  const perFrame = 12 * rig.bones.length;
  const motionOf = (frame: number) => rig.motion.subarray(perFrame * frame, perFrame * (frame + 1));
  const from = await keptFrameAt(sequence, k);
  const to = await frameAt(sequence, next);
  const [restFrom, restTo] = [correctedRest(rig, k), correctedRest(rig, next)];
  const out = new Float64Array(from.length);
  const sums = { inFile: 0, blended: 0 };
  for (const t of MOMENTS) {
    const source = mix(from, to, t);
    const bare: Rig = { ...written, rest: mix(restFrom, restTo, t), correction: undefined };
    const played = motionOfTracks(clip.tracks, (f + t) * clip.tracks.perFrame);
    for (const [kind, motion] of [
      ["inFile", Float32Array.from(played)],
      ["blended", mix(motionOf(k), motionOf(next), t)],
    ] as const) {
      blendPositions({ ...bare, motion }, 0, out);
      sums[kind] += squaredDifference(out, source);
    }
  }
  return sums;
}

/** @returns null if no clip has two frames */
export async function measureBetween(
  sequence: AnySequence,
  rig: Rig,
  clips: readonly ClipContent[],
  weights: SlotWeights,
  task: Task,
): Promise<BetweenError | null> {
  const steps = stepsOf(clips);
  if (steps.length === 0) return null;
  const written = rigInFile(rig, [], [], weights);
  const total = { inFile: 0, blended: 0 };
  for (const [n, step] of steps.entries()) {
    task.progress({ phase: "Measuring", done: n / steps.length, detail: "between the frames" });
    await task.checkpoint();
    const { inFile, blended } = await measureStep(sequence, rig, written, step);
    total.inFile += inFile;
    total.blended += blended;
  }
  const diagonal = restDiagonal(sequence);
  const count = 3 * sequence.vertexCount * steps.length * MOMENTS.length;
  const eRms = (sum: number) => (diagonal > 0 ? (2000 * Math.sqrt(sum / count)) / diagonal : 0);
  return { inFile: eRms(total.inFile), blended: eRms(total.blended) };
}
