import { kernels } from "../kernels/kernels.generated";
import { rigArraysBytes } from "../kernels/rig-arrays";
import { scratchNumbers } from "../kernels/scratch";
import { type AnySequence, isStreamed } from "../model/mesh/streamed-sequence";
import type { SolveIntent } from "../model/solve/solve-settings";
import { measureBytes } from "../report/measure";
import { measureStreamedBytes } from "../report/measure-streamed";
import { mayClimb, topOf } from "./bone-count/climb";
import { MOST_BONES_OF_CURVE } from "./bone-count/error-curve";
import { MOST_BONES_FOR_TARGET } from "./bone-count/fewest-bones";
import { startBytes } from "./initialisers/initialisers";
import { flatBytes } from "./initialisers/start-flat";
import { bonesAsked, type SolveInput } from "./input/decompose-input";
import { takesDense } from "./methods/auto/dense-flat";
import { INSERTIONS, insertionBytes } from "./methods/auto/insertions";
import { guestBytes } from "./methods/auto/tournament-starts";
import { methodBytes } from "./methods/method-table";
import { type BlendSize, BlendSolver } from "./phases/blend-solver";
import { hasRegions, Regions } from "./phases/regions/regions";
import { smoothingBytes } from "./phases/regions/smoothing";
import { streamedRestBytes } from "./phases/rest-pose";
import { problemBytes } from "./problem/build-problem";
import { streamedProblemBytes } from "./problem/streamed/streamed-problem";
import { lockedInfluences } from "./session/continuation";
import { scoutBytes, searchesOnSample } from "./session/scout";
import { OTHER_STATES, SEARCH_STATES } from "./session/session";

/**
 * The most arena bytes that a decomposition needs on `threads` threads.
 * @param width columns of the range of a streamed sequence; null for one in memory.
 */
export function arenaBytes(
  { sequence, settings, from, locks, intent }: SolveInput,
  threads: number,
  width: number | null = null,
): number {
  const given = bonesAsked(settings);
  const asked =
    given === null
      ? settings.errorTarget === null
        ? MOST_BONES_OF_CURVE
        : MOST_BONES_FOR_TARGET
      : !from && mayClimb(settings)
        ? topOf(given)
        : given;
  const bones = Math.max(Math.min(asked, sequence.vertexCount), from && locks ? from.bones.length : 1);
  const limit = settings.influences === 0 ? bones : Math.min(settings.influences, bones);
  const slots = Math.max(limit, from ? lockedInfluences(from, locks) : 0);
  // A mirrored solve adds a mirror image of every frame.
  const frames = sequence.frameCount * (settings.mirrored ? 2 : 1);
  const vertices = sequence.vertexCount;
  const rank = width ?? 3 * frames;
  const size = { vertices, frames, rank, bones, limit, slots };
  const method = { vertices, frames, rank, corners: sequence.triangles.length, bones, influences: limit };
  const space = { vertexCount: vertices, frameCount: frames };
  const isScouted = !from && searchesOnSample({ settings, intent }, vertices, bones);
  return (
    (width === null ? problemBytes(vertices, frames, threads) : streamedProblemBytes(space, width, threads)) +
    solveBytes(sequence, size, isScouted, settings.smoothness > 0, threads) +
    intentBytes(intent, size, threads) +
    methodBytes(takesDense(settings) ? "his" : settings.method, method, threads) +
    startBytes(settings.initialiser, method, threads) +
    (from || isScouted ? 0 : guestBytes(settings, method, threads))
  );
}

/** Arena bytes for a solve of this size: starts, the two phases at their largest, and the report. */
function solveBytes(
  sequence: AnySequence,
  size: BlendSize,
  isScouted: boolean,
  smooth: boolean,
  threads: number,
): number {
  const { vertices: V, frames: F, rank, bones: h, slots } = size;
  const losses = 8 * V * slots + 8 * 3 * F * 4 * h;
  const rings = flatBytes(V, sequence.triangles.length, rank, h, threads);
  const starts = Math.max(
    rings,
    16 * V + 8 * (h * (24 * F + 17) + threads * scratchNumbers(kernels.clusterScratch, { rank })) + 1024,
  );
  const solving =
    BlendSolver.bytes(size, threads, isScouted ? OTHER_STATES : SEARCH_STATES) +
    // The end's solver, and that of a rival.
    2 * BlendSolver.bytes(size, threads, 0) +
    scoutBytes(size, threads) +
    Math.max(losses + 96 * F * (h + 1), starts, insertionBytes(V, F, rank, h, slots, threads));
  const measuring = measuringBytes(sequence, h, slots, threads);
  const smoothing = smooth ? smoothingBytes(V, sequence.triangles.length / 3) : 0;
  return Math.max(solving, measuring) + h + V + 4096 + smoothing + 4 * V * ((h + 31) >> 5);
}

/** Arena bytes for the rest pose and the report, which follow each other. */
function measuringBytes(sequence: AnySequence, bones: number, slots: number, threads: number): number {
  if (!isStreamed(sequence)) return measureBytes(sequence, bones, slots, threads);
  const rig = rigArraysBytes(sequence.vertexCount, sequence.frameCount, bones, slots);
  return Math.max(
    measureStreamedBytes(sequence, bones, slots, threads),
    rig + streamedRestBytes(sequence, threads),
  );
}

/** Arena bytes for the intent: weights of frames and vertices, and regions. */
function intentBytes(
  intent: SolveIntent | undefined,
  { vertices, frames, rank, bones }: BlendSize,
  threads: number,
) {
  if (!intent) return 0;
  const regions = Regions.bytes(vertices, bones + INSERTIONS, rank + 1, threads);
  return 8 * (2 * vertices + 2 * frames) + (hasRegions(intent) ? regions : 0) + 256;
}
