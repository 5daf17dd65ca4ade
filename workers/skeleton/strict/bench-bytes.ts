import { allowedWords } from "../../decompose/phases/allowed-bones";
import { BlendSolver } from "../../decompose/phases/blend-solver";
import { problemBytes } from "../../decompose/problem/build-problem";
import { partBytes } from "../../decompose/problem/sample";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { motionOnlyBytes } from "./motion-only";
import { StrictRoom } from "./strict-room";

/**
 * The number of influences that each vertex needs room for. A rig may have more than the limit until its weights are
 * solved.
 */
export const influenceSlots = (rig: Rig, limit: number) => Math.max(limit, maxInfluences(rig.weights));

/**
 * The bytes that a `StrictBench` needs in the arena.
 * @param sampled vertices of a part that will be taken; 0 for none.
 */
export function benchBytes(
  sequence: MeshSequence,
  rig: Rig,
  influences: number,
  threads: number,
  sampled: number,
): number {
  const { vertexCount: V, frameCount: F } = sequence;
  const h = rig.bones.length;
  const limit = Math.min(influences, h);
  const size = { vertices: V, frames: F, rank: 3 * F, bones: h, limit, slots: influenceSlots(rig, limit) };
  const solving = BlendSolver.bytes(size, threads, 1);
  const moving = StrictRoom.bytes(h, F, threads) + motionOnlyBytes(h, F);
  const part =
    sampled > 0
      ? partBytes(sampled, 3 * F) + BlendSolver.bytes({ ...size, vertices: sampled }, threads, 1) + 4096
      : 0;
  return problemBytes(V, F, threads) + solving + moving + 4 * V * allowedWords(h) + part + 4096;
}
