/**
 * Places a skeleton by the mesh of its file, if that is the mesh of the animation. Its weights and clip tell how the
 * file moves it. Bones alone leave a large error where a skeleton has few of them, and then a wrong placement may leave
 * a smaller one than the right placement.
 */
import { restDiagonal } from "../../../../model/mesh/mesh-sequence";
import type { AlignInput } from "../../../../model/reports/fit-report";
import type { ClipTiming, Placement } from "../../../../model/skeleton/fit/fit-alignment";
import type { Task } from "../../../../model/task";
import { alignedSkeleton } from "../aligned";
import { type AlignedMotion, SAME_MOTION } from "../by-motion";
import { bestBones } from "../motion-fit";
import { plainReading } from "../readings";
import { meanMotion, meshSample, withClip } from "../sample";
import { ownMeanSquare } from "./own-mesh";

/** Below this share of the diagonal, the mesh of the file follows the animation exactly. */
const EXACT = 1e-5;

type File = Omit<AlignInput, "alignment">;

/**
 * A reading of the file at which its own mesh follows the animation better than where it was placed, or that place.
 * @param found the placement by the motion of the bones; null if no clip moves like the animation.
 */
export async function alignByOwnMesh(
  file: File,
  readings: readonly Placement[],
  found: AlignedMotion | null,
  task: Task,
): Promise<AlignedMotion | null> {
  const { sequence, source, skinned } = file;
  if (!skinned) return found;
  const diagonal = restDiagonal(sequence) || 1;
  let least = found ? ownSquare(file, found) : Number.POSITIVE_INFINITY;
  const most = SAME_MOTION * meanMotion(meshSample(sequence));
  let best = found && { ...found, followsOwn: least <= most };
  if (least <= (EXACT * diagonal) ** 2) return best;
  least = Math.min(least, most);
  for (const frames of found ? [found.frames] : framesOfClips(file)) {
    const sample = withClip(meshSample(sequence), source, frames, "bind");
    // Bones may reach beyond the mesh, so the plain reading need not be among those whose joints lie in its box.
    for (const reading of [plainReading(source, sequence), ...readings]) {
      await task.checkpoint();
      const placement = { ...reading, frames, pose: "bind" as const };
      const square = ownSquare(file, placement);
      if (square >= least) continue;
      least = square;
      const { meanSquare } = bestBones(sample, reading);
      best = { ...placement, meanSquare, blendSquare: square, followsOwn: true };
    }
  }
  return best;
}

/** The mean squared distance between the file's own mesh and the animation; Infinity if the meshes differ. */
function ownSquare(file: File, placement: Parameters<typeof alignedSkeleton>[1]): number {
  const skeleton = alignedSkeleton(file, placement);
  return ownMeanSquare(file.sequence, skeleton, skeleton.rest ?? file.sequence.rest);
}

/** Clips with as many frames as the animation, frame by frame. */
const framesOfClips = ({ sequence, source }: File): ClipTiming[] =>
  source.clips.flatMap(({ frameCount }, clip) =>
    frameCount === sequence.frameCount && frameCount > 1 ? [{ clip, first: 0, step: 1 }] : [],
  );
