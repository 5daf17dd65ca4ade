/** Places a skeleton so that its clip moves like the mesh. */
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { ClipTiming, FitAlignment, Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";
import type { Task } from "../../../model/task";
import { type BlendedFit, blended } from "./blended";
import { framingsOf, type MotionPlacement, settledFrames } from "./clip-frames";
import { bestBones, fitMotion, type MotionFit, type MotionSample } from "./motion-fit";
import { axisTurns, snappedScale, snappedTurn } from "./placements";
import { endsOf } from "./readings";
import { COARSE, meanMotion, meshSample, withClip } from "./sample";
import { fitShape } from "./shape-fit";

/** A clip belongs to the animation if its squared error is at most this share of the mesh's motion. */
export const SAME_MOTION = 0.2;
/**
 * Below this share, other frames and clips are not tried. Below the next one, other placements and lengths are not
 * tried.
 */
const EXACT = 1e-4;
const GOOD = 0.01;
/** A simpler placement is preferred if its error is at most this multiple, or this share of the diagonal. */
const SLACK = 1.1;
const TINY = 1e-4;
/** The number of the best turns, and of the best clips, to refine. */
const REFINED = 3;
const CLIPS = 3;
/** A clip is not refined if its error in a coarse sample is above this multiple of the best clip's. */
const NEAR = 4;
/** Differences below this share of the motion are rounding. */
const ROUNDING = 1e-12;

const POSES: readonly FitAlignment["pose"][] = ["bind", "clip"];

/** A placement with its frames and pose. */
export interface AlignedMotion extends MotionPlacement, BlendedFit {
  /** Whether the file's own mesh, with its weights, follows the animation at this placement. */
  followsOwn?: boolean;
}

/** The placement at which a clip moves like the mesh, or null if no clip does. */
export async function alignByMotion(
  sequence: MeshSequence,
  source: SkeletonSource,
  readings: readonly Placement[],
  task: Task,
): Promise<AlignedMotion | null> {
  const mesh = meshSample(sequence);
  const motion = meanMotion(mesh);
  if (sequence.frameCount < 2 || !(motion > 0)) return null;
  const ends = endsOf(source);
  const shapes = axisTurns().map((turn): Placement => fitShape(ends, turn, mesh.rest));
  const likely = await likelyClips(sequence, source, { readings, shapes }, motion, task);
  let best: (MotionPlacement & { sample: MotionSample }) | null = null;
  for (const frames of likely) {
    if (best !== null && best.meanSquare < EXACT * motion) break;
    for (const pose of POSES) {
      const sample = withClip(mesh, source, frames, pose);
      const rough = await bestPlacement(sample, readings, shapes, motion, sequence, task);
      const timed = await settledFrames(mesh, source, sequence, { ...rough, frames, pose }, task);
      const found = { ...timed, sample: withClip(mesh, source, timed.frames, pose) };
      // The bind pose is the simpler answer, so it is preferred.
      const least: number = best ? best.meanSquare / (pose === "bind" ? 1 : SLACK) : Infinity;
      if (found.meanSquare < least - ROUNDING * motion) best = found;
    }
  }
  if (!best || !(best.meanSquare < SAME_MOTION * motion)) return null;
  const { sample, ...placement } = best;
  return { ...placement, ...(await blended(sample, placement, sequence, task)) };
}

/** The frames of the clips that move most like the mesh, the best first. */
async function likelyClips(
  sequence: MeshSequence,
  source: SkeletonSource,
  starts: Starts,
  motion: number,
  task: Task,
): Promise<ClipTiming[]> {
  const found: LikelyFrames[] = [];
  const isSame = (clip: number) => source.clips[clip].frameCount === sequence.frameCount;
  for (const clip of likelyOrder(source, sequence)) {
    if (!isSame(clip) && found.some(({ left }) => left < GOOD * motion)) break;
    const frames = await likelyFrames(sequence, source, clip, starts, motion, task);
    if (frames) found.push(frames);
    if (frames && frames.left < EXACT * motion) break;
  }
  found.sort((a, b) => a.left - b.left);
  const near = found.filter(({ left }) => left <= NEAR * found[0].left);
  return near.slice(0, CLIPS).map(({ frames }) => frames);
}

/** The clips of a file. Clips with as many frames as the sequence come first. */
const likelyOrder = ({ clips }: SkeletonSource, { frameCount }: MeshSequence): number[] => {
  const isSame = (clip: number) => (clips[clip].frameCount === frameCount ? 0 : 1);
  return [...clips.keys()].sort((a, b) => isSame(a) - isSame(b) || a - b);
};

/** Placements to start from: the readings of the file, and one by shape for each turn between axes. */
interface Starts {
  readings: readonly Placement[];
  shapes: readonly Placement[];
}

/** Frames of a clip, and their error in a coarse sample, as a share of the motion. */
interface LikelyFrames {
  frames: ClipTiming;
  left: number;
}

/** The frames of a clip that belong to the sequence: the beginning and the rate with the least error. */
async function likelyFrames(
  sequence: MeshSequence,
  source: SkeletonSource,
  clip: number,
  starts: Starts,
  motion: number,
  task: Task,
): Promise<LikelyFrames | null> {
  const { frameCount, fps } = source.clips[clip];
  const framings = framingsOf(clip, frameCount, fps, sequence);
  // A single choice needs no comparison.
  if (framings.length === 1 && source.clips.length === 1) return { frames: framings[0], left: 0 };
  const mesh = meshSample(sequence, COARSE);
  let best: LikelyFrames | null = null;
  for (const frames of framings) {
    for (const pose of POSES) {
      const left: number = await leastOf(withClip(mesh, source, frames, pose), starts, EXACT * motion, task);
      if (!best || left < best.left - ROUNDING * motion) best = { frames, left };
    }
    if (best && best.left < EXACT * motion) break;
  }
  return best;
}

/**
 * The error of the best placement. If a reading of the file has a small enough error, its error is returned at once.
 */
async function leastOf(
  sample: MotionSample,
  { readings, shapes }: Starts,
  enough: number,
  task: Task,
): Promise<number> {
  let least = Math.min(Infinity, ...readings.map((reading) => bestBones(sample, reading).meanSquare));
  for (const shape of shapes) {
    if (least < enough) break;
    least = Math.min(least, (await fitMotion(sample, shape, false, task)).meanSquare);
  }
  return least;
}

/** A reading of the file if its error is small, otherwise the best placement of all. */
async function bestPlacement(
  sample: MotionSample,
  readings: readonly Placement[],
  shapes: readonly Placement[],
  motion: number,
  sequence: MeshSequence,
  task: Task,
): Promise<MotionFit> {
  const tiny = (TINY * (restDiagonal(sequence) || 1)) ** 2;
  let best: MotionFit = { ...shapes[0], meanSquare: Infinity };
  for (const reading of readings) {
    await task.checkpoint();
    const { meanSquare } = bestBones(sample, reading);
    if (meanSquare < best.meanSquare / SLACK) best = { ...reading, meanSquare };
  }
  if (best.meanSquare < GOOD * motion) return best;
  const fits: MotionFit[] = [];
  for (const start of [best, ...shapes]) fits.push(await fitMotion(sample, start, false, task));
  fits.sort((a, b) => a.meanSquare - b.meanSquare);
  for (const fit of fits.slice(0, REFINED)) {
    const refined = await fitMotion(sample, fit, true, task);
    const simple = snapped(sample, refined, sequence);
    const found = simple.meanSquare <= SLACK * refined.meanSquare + tiny ? simple : refined;
    if (found.meanSquare < best.meanSquare / SLACK) best = found;
  }
  return best;
}

/** The placement snapped to the turns, scales and shifts by which files usually differ, if it is near to one. */
function snapped(sample: MotionSample, { scale, turn, shift }: MotionFit, sequence: MeshSequence): MotionFit {
  const origin = sequence.origin.map((x) => 0 - x) as Point;
  const isNear = Math.hypot(...shift.map((x, c) => x - origin[c])) < 0.005 * (restDiagonal(sequence) || 1);
  const simple: Placement = {
    scale: snappedScale(scale),
    turn: snappedTurn(turn),
    shift: isNear ? origin : shift,
  };
  return { ...simple, meanSquare: bestBones(sample, simple).meanSquare };
}
