import { kernels } from "../kernels/kernels.generated";
import { scratchNumbers } from "../kernels/scratch";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { SolveIntent } from "../model/solve/solve-settings";
import { measureBytes } from "../report/measure";
import { mayClimb, topOf } from "./bone-count/climb";
import { MOST_BONES_OF_CURVE } from "./bone-count/error-curve";
import { MOST_BONES_FOR_TARGET } from "./bone-count/fewest-bones";
import { startBytes } from "./initialisers/initialisers";
import { flatBytes } from "./initialisers/start-flat";
import { bonesAsked, type DecomposeInput } from "./input/decompose-input";
import { takesDense } from "./methods/auto/dense-flat";
import { INSERTIONS, insertionBytes } from "./methods/auto/insertions";
import { guestBytes } from "./methods/auto/tournament-starts";
import { methodBytes } from "./methods/method-table";
import { type BlendSize, BlendSolver } from "./phases/blend-solver";
import { hasRegions, Regions } from "./phases/regions/regions";
import { smoothingBytes } from "./phases/regions/smoothing";
import { problemBytes } from "./problem/build-problem";
import { lockedInfluences } from "./session/continuation";
import { SESSION_STATES } from "./session/session";

/** The most arena bytes that a decomposition needs on `threads` threads. */
export function arenaBytes(
  { sequence, settings, from, locks, intent }: DecomposeInput,
  threads: number,
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
  const size = { vertices, frames, rank: 3 * frames, bones, limit, slots };
  const method = { vertices, frames, corners: sequence.triangles.length, bones, influences: limit };
  return (
    solveBytes(sequence, size, settings.smoothness > 0, threads) +
    intentBytes(intent, size, threads) +
    methodBytes(takesDense(settings) ? "his" : settings.method, method, threads) +
    startBytes(settings.initialiser, method, threads) +
    (from ? 0 : guestBytes(settings, method, threads))
  );
}

/** Arena bytes for a solve of this size: basis, starts, and the two phases at their largest. */
function solveBytes(sequence: MeshSequence, size: BlendSize, smooth: boolean, threads: number): number {
  const { vertices: V, frames: F, bones: h, slots } = size;
  const losses = 8 * V * slots + 8 * 3 * F * 4 * h;
  const rings = flatBytes(V, sequence.triangles.length, 3 * F, h, threads);
  const starts = Math.max(
    rings,
    16 * V +
      8 * (h * (24 * F + 17) + threads * scratchNumbers(kernels.clusterScratch, { rank: 3 * F })) +
      1024,
  );
  const solving =
    BlendSolver.bytes(size, threads, SESSION_STATES) +
    BlendSolver.bytes(size, threads, 0) +
    Math.max(losses + 96 * F * (h + 1), starts, insertionBytes(V, F, 3 * F, h, slots, threads));
  const measuring = measureBytes(sequence, h, slots, threads);
  const smoothing = smooth ? smoothingBytes(V, sequence.triangles.length / 3) : 0;
  return (
    problemBytes(V, F, threads) +
    Math.max(solving, measuring) +
    h +
    V +
    4096 +
    smoothing +
    4 * V * ((h + 31) >> 5)
  );
}

/** Arena bytes for the intent: weights of frames and vertices, and regions. */
function intentBytes(
  intent: SolveIntent | undefined,
  { vertices, frames, bones }: BlendSize,
  threads: number,
) {
  if (!intent) return 0;
  const regions = Regions.bytes(vertices, bones + INSERTIONS, 3 * frames + 1, threads);
  return 8 * (2 * vertices + 2 * frames) + (hasRegions(intent) ? regions : 0) + 256;
}
