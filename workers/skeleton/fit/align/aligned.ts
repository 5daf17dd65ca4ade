import { placed, placedMotion } from "../../../geometry/placing";
import { minus } from "../../../math/vectors";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { AlignInput, FitSkeleton } from "../../../model/reports/fit-report";
import { turnedAxes } from "../../../model/rig/axes";
import type { Bone } from "../../../model/rig/rig";
import type { FitAlignment, Placement } from "../../../model/skeleton/fit/fit-alignment";
import { ownLimits, turnedLimits } from "../../../model/skeleton/fit/own-limits";
import type { Point } from "../../../model/skeleton/skeleton";
import { clipPose, clipTime, inverseOrNone, relativeTo } from "./clip-motion";
import { bestBones } from "./motion-fit";
import { carriedMesh } from "./own/carried-mesh";
import { movesBetter } from "./own/own-mesh";
import { axisTurns } from "./placements";
import { chosenFrames } from "./sample";

/**
 * A skeleton file placed by an alignment: its bones in the sequence's coordinates, the frames of its clip that belong
 * to the sequence, and the weights of its own mesh if that is the same mesh.
 */
export function alignedSkeleton(
  { sequence, source, skinned }: Omit<AlignInput, "alignment">,
  alignment: Placement & Pick<FitAlignment, "frames" | "pose">,
): FitSkeleton {
  const { segments } = source.skeleton;
  const tips = tipsOf(source);
  const bones = segments.map(({ name, parent, head, axes, limits, end }, j): Bone => {
    const own = ownLimits(turnedLimits(limits, alignment.turn));
    return {
      ...{ name, parent, head: placed(alignment, head) },
      ...(axes && { axes: turnedAxes(axes, alignment.turn) }),
      ...(own && { limits: own }),
      ...(end && { end }),
      ...(tips[j] && { tip: turnedBy(alignment, tips[j]) }),
    };
  });
  const motion = alignment.frames && placedClip(sequence, source, alignment);
  const first = motion?.subarray(0, 12 * bones.length) ?? null;
  const start = alignment.pose === "clip" ? first : null;
  const mesh = skinned && carriedMesh(sequence, skinned, bones, alignment, start, first);
  if (mesh) {
    const { weights, rest } = mesh;
    const isOwn =
      start !== null || (motion !== null && movesBetter(sequence, { bones, motion, weights }, rest));
    return { bones, motion, weights, rest: isOwn ? rest : null };
  }
  if (!start) return { bones, motion, weights: null, rest: null };
  return { bones, motion, weights: null, rest: unposed(sequence, motion!, bones.length), guessedRest: true };
}

/** From its head to its tail, for each last bone of a chain whose end the file says; null for other bones. */
function tipsOf({ skeleton: { segments }, guessed = [] }: SkeletonSource): (Point | null)[] {
  const carries = new Set(segments.map(({ parent }) => parent));
  return segments.map(({ head, tail, end, kind }, j) =>
    end || kind === "virtual" || carries.has(j) || guessed.includes(j) ? null : minus(tail, head),
  );
}

/** A vector of the file in the sequence's coordinates. */
function turnedBy(alignment: Placement, vector: Point): Point {
  return minus(placed(alignment, vector), placed(alignment, [0, 0, 0]));
}

/** F·B·12. */
function placedClip(
  { frameCount }: MeshSequence,
  source: SkeletonSource,
  alignment: Placement & Pick<FitAlignment, "frames">,
): Float32Array {
  const frames = alignment.frames!;
  const size = 12 * source.skeleton.segments.length;
  const out = new Float32Array(frameCount * size);
  for (let k = 0; k < frameCount; k++) {
    const pose = clipPose(source, frames.clip, clipTime(frames, k));
    for (let at = 0; at < size; at += 12) placedMotion(alignment, pose, at, out, k * size + at);
  }
  return out;
}

/** The mesh in the bind pose. Each vertex goes back from the first frame with the bone that it follows best. */
function unposed(sequence: MeshSequence, motion: Float32Array, B: number): Float32Array {
  const { rest, vertexCount: V } = sequence;
  const size = 12 * B;
  const first = motion.subarray(0, size);
  const chosen = chosenFrames(sequence.frameCount);
  const sample = {
    rest: Float64Array.from(rest),
    frames: chosen.map((k) => Float64Array.from(sequence.frames.subarray(3 * k * V, 3 * (k + 1) * V))),
    bones: chosen.map((k) => relativeTo(motion.subarray(k * size, (k + 1) * size), first)),
  };
  const { bones } = bestBones(sample, { scale: 1, turn: axisTurns()[0], shift: [0, 0, 0] });
  const inverses = Array.from({ length: B }, (_, j) => inverseOrNone(first, 12 * j));
  return Float32Array.from(rest, (_, at) => {
    const i = at - (at % 3);
    const m = inverses[bones[i / 3]];
    const row = 4 * (at % 3);
    return m[row] * rest[i] + m[row + 1] * rest[i + 1] + m[row + 2] * rest[i + 2] + m[row + 3];
  });
}
