import type { Bone, BoneKind, Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { SolveLocks } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import type { Start } from "../initialisers/start-context";
import { replaceBone, worstPatch } from "../methods/ssdr/moves";
import type { BlendSolver } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import type { Problem } from "../problem/problem";
import { boneNames, keptBones, motionFromSequence, type PlannedBone } from "../result/rig-assembly";
import { makeRigid } from "./rigid-motion";

/** A rig to continue from, as the solver sees it, with the requested number of bones. */
export interface Continuation {
  /** The number of bones, h. */
  bones: number;
  /**
   * h bones. Bones that continue keep their names, their heads and, if the parent also continues, their parents. New
   * bones have no head yet.
   */
  skeleton: PlannedBone[];
  /** F·h·12, normalised; zero for new bones. */
  motion: Float64Array;
  /** Bone of the rig for each bone here, −1 for new ones. */
  origin: Int32Array;
  lockedBones: Uint8Array | null;
  lockedVertices: Uint8Array | null;
  /** Largest number of influences of a locked vertex. */
  lockedInfluences: number;
  rig: Rig;
  /** Whether only its bones and locked vertices stay, and the others are searched from nothing. */
  anew?: boolean;
}

/** Largest number of influences of a locked vertex, which the solver must have room for. */
export function lockedInfluences(rig: Rig, locks: SolveLocks | null): number {
  let most = 0;
  locks?.vertices.forEach((locked, i) => {
    if (locked) most = Math.max(most, rig.weights.offsets[i + 1] - rig.weights.offsets[i]);
  });
  return most;
}

/**
 * Chooses the bones of a rig to continue with when `asked` bones are wanted: the locked bones, and the bones that move
 * most. If more are wanted, new bones follow; `writeContinuation` puts them where the error is.
 * @param kind of the bones of the solve; affine bones of the rig become rigid for a rigid one.
 */
export function continueFrom(
  rig: Rig,
  locks: SolveLocks | null,
  asked: number,
  problem: Problem,
  kind: BoneKind,
): Continuation {
  const had = rig.bones.length;
  const mass = new Float64Array(had);
  rig.weights.bones.forEach((j, e) => {
    mass[j] += rig.weights.values[e];
  });
  locks?.bones.forEach((locked, j) => {
    if (locked) mass[j] = Infinity;
  });
  locks?.vertices.forEach((locked, i) => {
    if (!locked) return;
    const row = rig.weights.bones.subarray(rig.weights.offsets[i], rig.weights.offsets[i + 1]);
    for (const j of row) mass[j] = Infinity;
  });
  const needed = mass.reduce((count, m) => count + (m === Infinity ? 1 : 0), 0);
  const bones = Math.max(asked, needed);
  const byMass = Array.from(mass.keys()).sort((a, b) => mass[b] - mass[a] || a - b);
  const kept = byMass.slice(0, Math.min(bones, had)).sort((a, b) => a - b);
  const origin = new Int32Array(bones).fill(-1);
  origin.set(kept);
  const whole = motionFromSequence(rig.motion, problem);
  if (kind === "rigid" && rig.boneKind === "affine") makeRigid(whole, rig, locks?.bones ?? null, problem);
  const motion = new Float64Array(problem.frameCount * bones * 12);
  for (let k = 0; k < problem.frameCount; k++) {
    kept.forEach((j, at) => {
      motion.set(whole.subarray(12 * (k * had + j), 12 * (k * had + j) + 12), 12 * (k * bones + at));
    });
  }
  return {
    bones,
    skeleton: plannedBones(rig.bones, kept, bones),
    motion,
    origin,
    lockedBones: locks?.bones.some(Boolean)
      ? Uint8Array.from(origin, (j) => (j >= 0 ? locks.bones[j] : 0))
      : null,
    lockedVertices: locks?.vertices.some(Boolean) ? locks.vertices : null,
    lockedInfluences: lockedInfluences(rig, locks),
    rig,
  };
}

/** The kept bones, and new ones with unused names after them. */
function plannedBones(bones: Bone[], kept: number[], count: number): PlannedBone[] {
  const stay = keptBones(bones, kept);
  const taken = new Set(stay.map(({ name }) => name));
  const free = boneNames(count + kept.length).filter((name) => !taken.has(name));
  const others = free.slice(0, count - stay.length);
  return [...stay, ...others.map((name): PlannedBone => ({ name, parent: -1, head: null }))];
}

/** Writes the rig's largest weights into a state, as many as fit. Rows that used a removed bone start again. */
export function writeRigWeights(state: BlendState, from: Continuation, slots: number, limit: number): void {
  const { rig, origin, lockedVertices } = from;
  const place = new Int32Array(rig.bones.length).fill(-1);
  origin.forEach((j, at) => {
    if (j >= 0) place[j] = at;
  });
  state.ids.fill(-1);
  state.values.fill(0);
  for (let i = 0; i < state.errors.length; i++) {
    const row: [bone: number, weight: number][] = [];
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      row.push([place[rig.weights.bones[e]], rig.weights.values[e]]);
    }
    if (row.some(([bone]) => bone < 0)) continue;
    row.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const kept = row.slice(0, lockedVertices?.[i] ? slots : limit).filter(([, w]) => w > 0);
    const sum = kept.reduce((total, [, w]) => total + w, 0);
    kept.forEach(([bone, w], s) => {
      state.ids[i * slots + s] = bone;
      state.values[i * slots + s] = w / sum;
    });
  }
}

/** A start of the bones that a continuation does not know, beside those that it knows. */
export function startBeside(start: Start, from: Continuation | null): Start {
  if (!from) return start;
  const { origin } = from;
  const free = Array.from(origin.keys()).filter((j) => origin[j] < 0);
  return async (context, bones, random, task) => {
    const found = await start(context, free.length, random, task);
    const motion = from.motion.slice();
    for (let k = 0; k < motion.length / (12 * bones); k++) {
      free.forEach((j, n) => {
        const at = 12 * (k * free.length + n);
        motion.set(found.subarray(at, at + 12), 12 * (k * bones + j));
      });
    }
    return motion;
  };
}

/** Writes weights into a state unchanged. */
export function writeRows(weights: SparseWeights, state: BlendState, slots: number): void {
  state.ids.fill(-1);
  state.values.fill(0);
  for (let i = 0; i < state.errors.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const at = i * slots + e - weights.offsets[i];
      state.ids[at] = weights.bones[e];
      state.values[at] = weights.values[e];
    }
  }
}

/** Sets `state` to the rig, with new bones placed one after the other on the worst patches, and computes its error. */
export async function writeContinuation(
  solver: BlendSolver,
  state: BlendState,
  from: Continuation,
  task: Task,
): Promise<void> {
  const { slots, limit } = solver.options;
  const start = from.motion.slice();
  const known = from.origin.findIndex((j) => j >= 0);
  const { frameCount } = solver.problem;
  // New bones repeat an existing one until they are placed.
  for (let k = 0; k < frameCount; k++) {
    from.origin.forEach((j, at) => {
      if (j < 0 && known >= 0) {
        const source = 12 * (k * from.bones + known);
        start.copyWithin(12 * (k * from.bones + at), source, source + 12);
      }
    });
  }
  await solver.setMotion(state, start, task);
  writeRigWeights(state, from, slots, limit);
  await solver.weights.run(state, task, "fixed");
  for (let j = 0; j < from.bones; j++) {
    if (from.origin[j] >= 0) continue;
    await replaceBone(solver, state, j, worstPatch(solver, state.errors), task);
    await solver.weights.run(state, task);
  }
}
