/**
 * Finds the bones of frames that were not fitted, with fixed weights and rest pose. Frames do not depend on each other,
 * so each is a small problem with its own statistics. Affine bones are its linear least-squares solution. Rigid bones
 * are first interpolated between the fitted frames on both sides and made rotations again. Then they are swept (Le &
 * Deng 2012, algorithm 4) until none moves.
 */
import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { someFrames } from "../../model/mesh/some-frames";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { SolveLocks } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { BlendSolver } from "../phases/blend-solver";
import { buildProblem } from "../problem/build-problem";
import { clipOf, type FrameChoice } from "../problem/choose-frames";
import { Nearest } from "../problem/nearest";
import { writeRows } from "../session/continuation";
import { motionFromSequence, motionToSequence } from "./rig-assembly";

/** Bones with known motion in all frames. */
interface KnownMotion {
  /** Names of the bones. */
  names: ReadonlySet<string>;
  /** A rig that has these bones, with motion for all frames. */
  rig: Rig;
}

/** The locked bones of a rig that a solve continued from. */
export function knownMotion(from: Rig | null, locks: SolveLocks | null): KnownMotion | null {
  if (!from || !locks?.bones.some(Boolean)) return null;
  return { names: new Set(from.bones.filter((_, j) => locks.bones[j]).map(({ name }) => name)), rig: from };
}

/**
 * @param rig with motion for the fitted frames only.
 * @returns the rig with motion for all frames of the sequence.
 */
export async function fitOtherFrames(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: Rig,
  choice: FrameChoice,
  known: KnownMotion | null,
  task: Task,
): Promise<Rig> {
  const { arena } = parallel;
  const mark = arena.mark();
  const unseen = someFrames(sequence, choice.others);
  const problem = await buildProblem(parallel, unseen, { bones: null, tailERms: 0, isPart: true }, task);
  const { centre, scale } = problem;
  for (let at = 0; at < rig.rest.length; at++) {
    problem.rest[4 * Math.floor(at / 3) + (at % 3)] = (rig.rest[at] - centre[at % 3]) * scale;
  }
  const h = rig.bones.length;
  const started = startsBetween(sequence, rig, choice);
  const lockedBones = known ? arena.u8(h) : null;
  lockedBones?.fill(0);
  if (known) keepKnown(started, rig, choice.others, known, lockedBones!);
  const slots = maxInfluences(rig.weights);
  const solver = new BlendSolver(parallel, problem, {
    bones: h,
    limit: slots,
    slots,
    kind: rig.boneKind,
    search: "all",
    rule: "single",
    candidates: 1,
    rounds: 1,
    lockedBones,
    nearest: new Nearest(problem.rest),
  });
  const state = solver.createState();
  await solver.setMotion(state, motionFromSequence(started, problem), task);
  if (rig.boneKind === "rigid") await solver.bones.project(state.bones, task);
  writeRows(rig.weights, state, slots);
  await solver.bones.settle(state, task);
  const found = motionToSequence(solver.motionOf(state), problem);
  if (known) keepKnown(found, rig, choice.others, known, lockedBones!);
  arena.release(mark);
  return { ...rig, motion: merged(sequence.frameCount, h, choice, rig.motion, found) };
}

/** A rig with motion for all frames, interpolated from the fitted ones. The studio shows it during the solve. */
export function spreadOver(sequence: MeshSequence, rig: Rig, choice: FrameChoice): Rig {
  if (choice.others.length === 0) return rig;
  const others = startsBetween(sequence, rig, choice);
  return { ...rig, motion: merged(sequence.frameCount, rig.bones.length, choice, rig.motion, others) };
}

/** Motion of the fitted and the other frames in order. */
function merged(F: number, h: number, choice: FrameChoice, fitted: Float32Array, others: Float32Array) {
  const n = 12 * h;
  const motion = new Float32Array(F * n);
  const put = (frames: readonly number[], from: Float32Array) =>
    frames.forEach((k, at) => {
      motion.set(from.subarray(at * n, (at + 1) * n), k * n);
    });
  put(choice.fitted, fitted);
  put(choice.others, others);
  return motion;
}

/**
 * The bones of each frame in `others`, interpolated between the fitted frames before and after it, preferably of its
 * own clip.
 */
function startsBetween(sequence: MeshSequence, rig: Rig, { fitted, others }: FrameChoice): Float32Array {
  const n = 12 * rig.bones.length;
  const out = new Float32Array(others.length * n);
  others.forEach((k, at) => {
    const clip = clipOf(sequence.clips, k);
    const inClip = fitted.some((f) => clip && f >= clip.first && f <= clip.last);
    const usable = (f: number) => !inClip || (clip !== undefined && f >= clip.first && f <= clip.last);
    const before = fitted.findLastIndex((f) => f < k && usable(f));
    const after = fitted.findIndex((f) => f > k && usable(f));
    const [a, b] = [before < 0 ? after : before, after < 0 ? before : after];
    const share = a === b ? 0 : (k - fitted[a]) / (fitted[b] - fitted[a]);
    for (let e = 0; e < n; e++) {
      out[at * n + e] = (1 - share) * rig.motion[a * n + e] + share * rig.motion[b * n + e];
    }
  });
  return out;
}

/** Writes known motion over the found one, and marks its bones. */
function keepKnown(
  motion: Float32Array,
  rig: Rig,
  frames: readonly number[],
  known: KnownMotion,
  locked: Uint8Array,
): void {
  rig.bones.forEach(({ name }, j) => {
    const from = known.names.has(name) ? known.rig.bones.findIndex((bone) => bone.name === name) : -1;
    if (from < 0) return;
    locked[j] = 1;
    frames.forEach((k, at) => {
      const source = 12 * (k * known.rig.bones.length + from);
      motion.set(known.rig.motion.subarray(source, source + 12), 12 * (at * rig.bones.length + j));
    });
  });
}
