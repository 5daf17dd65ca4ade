/** How well the mesh of a skeleton's file, with its weights and clip, moves like a mesh animation. */
import { type MeshSequence, restDiagonal } from "../../../../model/mesh/mesh-sequence";
import type { FitSkeleton } from "../../../../model/reports/fit-report";
import { blendPositions } from "../../../../model/rig/blend-positions";
import { chosenFrames } from "../sample";

/** Mean squares below the square of this share of the diagonal are rounding. */
const ROUNDING = 1e-6;

type Moving = Pick<FitSkeleton, "bones" | "motion" | "weights">;

/**
 * How far the mesh of the file is from the animation: the mean squared distance of its vertices, in a few frames.
 * @param rest 3V: the mesh in the bind pose.
 * @returns Infinity if the skeleton has no motion or no weights.
 */
export function ownMeanSquare(
  { frames, frameCount, vertexCount: V }: MeshSequence,
  { bones, motion, weights }: Moving,
  rest: Float32Array,
): number {
  if (!motion || !weights) return Number.POSITIVE_INFINITY;
  const rig = { version: 1 as const, bones, boneKind: "affine" as const, weights, motion, rest };
  const posed = rest.slice();
  const chosen = chosenFrames(frameCount);
  let sum = 0;
  for (const k of chosen) {
    blendPositions(rig, k, posed);
    for (let at = 0; at < posed.length; at++) sum += (posed[at] - frames[3 * k * V + at]) ** 2;
  }
  return sum / (chosen.length * (V || 1));
}

/**
 * Whether the animation is nearer with the rest pose of the skeleton's file than with its own. Solvers that correct the
 * rest pose write another one than that of the animation.
 */
export function movesBetter(sequence: MeshSequence, skeleton: Moving, rest: Float32Array): boolean {
  const rounding = (ROUNDING * restDiagonal(sequence)) ** 2;
  return (
    ownMeanSquare(sequence, skeleton, rest) < ownMeanSquare(sequence, skeleton, sequence.rest) - rounding
  );
}
