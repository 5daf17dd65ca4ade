import type { MakeParallel } from "../../kernels/parallel";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import { correctedRest } from "../../model/rig/corrected-rest";
import { type Rig, withoutCorrection } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { positionsOfRig } from "./positions-of-rig";

/** Added to the seed of poses that judge, so that they are others than those that weights are fitted to. */
export const JUDGING_SEED = 7919;

/** Poses of a rig's bones, and the targets of the vertices in each. */
export interface Examples {
  /** The number of poses, P. */
  count: number;
  /** P·12B, like `Rig.motion`. */
  motion: Float32Array;
  /** P·3V, like the frames of a sequence. */
  targets: Float32Array;
  /** P·3V: the rest pose of each pose if a correction changes it; null for the rig's own. */
  rests: Float32Array | null;
  /** P: the factor on the residuals of each pose. */
  strengths: Float32Array;
}

/** Frames of the sequence that the rig reproduces, with the sequence's own positions as targets. */
export function examplesOfFrames(
  sequence: MeshSequence,
  rig: Rig,
  frames: readonly number[] | null,
): Examples {
  const all = frames === null;
  const chosen = frames ?? Array.from({ length: sequence.frameCount }, (_, k) => k);
  const size = 12 * rig.bones.length;
  return {
    count: chosen.length,
    motion: all ? rig.motion : joined(chosen.map((k) => rig.motion.subarray(k * size, (k + 1) * size))),
    targets: all ? sequence.frames : joined(chosen.map((k) => frameOf(sequence, k))),
    rests: rig.correction ? joined(chosen.map((k) => correctedRest(rig, k))) : null,
    strengths: new Float32Array(chosen.length).fill(1),
  };
}

/**
 * Examples from poses of the bones. The targets are the positions of the rig itself, without its correction.
 * @param motion P·12B.
 * @throws CancelledError if the task is cancelled.
 */
export async function examplesOfRig(
  rig: Rig,
  motion: Float32Array,
  strength: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Examples> {
  const count = motion.length / (12 * rig.bones.length);
  const targets = await positionsOfRig({ ...rig, motion }, makeParallel, task);
  return { count, motion, targets, rests: null, strengths: new Float32Array(count).fill(strength) };
}

/** Joins examples, `a` first. */
export function joinExamples(a: Examples, b: Examples, { rest }: Pick<Rig, "rest">): Examples {
  const restsOf = ({ rests, count }: Examples) => rests ?? joined(Array.from({ length: count }, () => rest));
  return {
    count: a.count + b.count,
    motion: joined([a.motion, b.motion]),
    targets: joined([a.targets, b.targets]),
    rests: a.rests || b.rests ? joined([restsOf(a), restsOf(b)]) : null,
    strengths: joined([a.strengths, b.strengths]),
  };
}

/**
 * Some of the examples, spread over all of them. Their distances vary, because an animation that repeats itself would
 * otherwise give the same poses again.
 * @param wanted the number of examples to take, at most all.
 */
export function someExamples(
  { count, motion, targets, rests, strengths }: Examples,
  wanted: number,
): Examples {
  const GOLDEN = 0.618034;
  const chosen = Array.from({ length: wanted }, (_, n) => {
    const within = (n * GOLDEN) % 1;
    return Math.min(count - 1, Math.floor(((n + within) * count) / wanted));
  });
  const part = (all: Float32Array) => {
    const size = all.length / count;
    return joined(chosen.map((p) => all.subarray(p * size, (p + 1) * size)));
  };
  return {
    count: wanted,
    ...{
      motion: part(motion),
      targets: part(targets),
      rests: rests && part(rests),
      strengths: part(strengths),
    },
  };
}

/** A sequence whose frames are the targets of examples. */
export function sequenceOfExamples(sequence: MeshSequence, { count, targets }: Examples): MeshSequence {
  const { name } = sequence;
  return { ...sequence, frameCount: count, frames: targets, clips: [{ name, first: 0, last: count - 1 }] };
}

/** A rig with other weights, in the poses of examples. */
export function rigInExamples(rig: Rig, weights: SparseWeights, { motion }: Examples): Rig {
  return { ...withoutCorrection(rig), weights, motion };
}

function joined(parts: ArrayLike<number>[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
