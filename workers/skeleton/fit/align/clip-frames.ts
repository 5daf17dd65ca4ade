/** Finds which frames of a clip belong to the frames of a mesh animation. */
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { ClipTiming, FitAlignment } from "../../../model/skeleton/fit/fit-alignment";
import type { Task } from "../../../model/task";
import { bestBones, type MotionFit } from "./motion-fit";
import { type MeshSample, withClip } from "./sample";

/** The number of beginnings to try in a clip with another number of frames. */
const OFFSETS = 24;
/** The ends of the sequence in the clip are found to this fraction of a frame. */
const FINEST = 1 / 256;
/**
 * Whole frames and the files' own rates are preferred if their error is at most this multiple, or this share of the
 * motion.
 */
const SLACK = 1.02;
const TINY = 1e-5;

export interface MotionPlacement extends MotionFit {
  frames: ClipTiming;
  pose: FitAlignment["pose"];
}

/** Frames of a clip that may belong to the sequence: one by one, or at its rate, from several beginnings. */
export function framingsOf(
  clip: number,
  frameCount: number,
  fps: number,
  sequence: MeshSequence,
): ClipTiming[] {
  if (frameCount < 2) return [];
  if (frameCount === sequence.frameCount) return [{ clip, first: 0, step: 1 }];
  const steps = [
    ...new Set([fps / sequence.fps, 1, (frameCount - 1) / Math.max(1, sequence.frameCount - 1)]),
  ];
  return steps.flatMap((step) => {
    const room = Math.max(0, frameCount - 1 - step * (sequence.frameCount - 1));
    const count = Math.min(OFFSETS, Math.floor(room) + 1);
    return Array.from({ length: count }, (_, n) => ({
      clip,
      first: count === 1 ? 0 : Math.round((n * Math.floor(room)) / (count - 1)),
      step,
    }));
  });
}

/**
 * Moves both ends of the sequence in the clip to where the placed bones have the least error. If clip and sequence have
 * the same number of frames, the frames correspond one by one.
 */
export async function settledFrames(
  mesh: MeshSample,
  source: SkeletonSource,
  sequence: MeshSequence,
  start: MotionPlacement,
  task: Task,
): Promise<MotionPlacement> {
  const { clip } = start.frames;
  const { frameCount, fps } = source.clips[clip];
  const steps = sequence.frameCount - 1;
  if (frameCount === sequence.frameCount) return start;
  const at = (ends: readonly [number, number]): MotionPlacement => {
    const frames = { clip, first: ends[0], step: (ends[1] - ends[0]) / steps };
    const { meanSquare } = bestBones(withClip(mesh, source, frames, start.pose), start);
    return { ...start, frames, meanSquare };
  };
  let ends: [number, number] = [start.frames.first, start.frames.first + steps * start.frames.step];
  let best = start;
  for (let by = Math.max(1, frameCount / OFFSETS / 2); by > FINEST; by /= 2) {
    for (const way of [-by, by]) {
      for (const move of [
        [way, way],
        [way, 0],
        [0, way],
      ]) {
        await task.checkpoint();
        const next: [number, number] = [ends[0] + move[0], ends[1] + move[1]];
        if (next[0] < 0 || next[1] > frameCount - 1 || next[1] <= next[0]) continue;
        const found = at(next);
        if (found.meanSquare < best.meanSquare) [best, ends] = [found, next];
      }
    }
  }
  return simplest(sequence, best, at, fps / sequence.fps);
}

/** A whole first frame, with the files' rates or frame by frame, if the error is hardly larger. */
function simplest(
  sequence: MeshSequence,
  best: MotionPlacement,
  at: (ends: readonly [number, number]) => MotionPlacement,
  rate: number,
): MotionPlacement {
  const tiny = (TINY * (restDiagonal(sequence) || 1)) ** 2;
  const steps = sequence.frameCount - 1;
  const { first, step } = best.frames;
  for (const own of [rate, 1, step]) {
    for (const from of [Math.round(first), first]) {
      if (Math.abs(from - first) > 0.5 || Math.abs(own - step) * steps > 1) continue;
      const found = at([from, from + own * steps]);
      if (found.meanSquare <= SLACK * best.meanSquare + tiny) return found;
    }
  }
  return best;
}
