import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BoneEdit } from "../../model/rig/bone-edit";
import type { Bone, Rig } from "../../model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";

export interface EditInput {
  sequence: MeshSequence;
  rig: Rig;
  edit: BoneEdit;
  /** Influences and smoothness are taken from here. */
  settings: SolveSettings;
  /** What may not change, or null. */
  locks: SolveLocks | null;
}

/** What an edit works with. */
export interface EditContext {
  sequence: MeshSequence;
  rig: Rig;
  locks: SolveLocks | null;
  task: Task;
}

/** An edit that is ready to be made. */
export interface EditPlan {
  /** Bones that there will be, at most. */
  bones: number;
  /** Bytes of arena that it takes. */
  bytes(threads: number): number;
  run(parallel: Parallel): Promise<Edited>;
}

export interface Edited {
  rig: Rig;
  /** Number before of each bone, or −1 for one that was not there. */
  origin: Int32Array;
}

/** Influences of a vertex, by bones of the edited rig. */
export type Row = [bone: number, weight: number][];

/** What an edit makes of a rig before anything is fitted anew. */
export interface Draft {
  /** h bones; where `head` is null it follows from what the bone moves. */
  bones: (Omit<Bone, "head"> & { head: Bone["head"] | null })[];
  /** Number before of each bone, or −1. */
  origin: Int32Array;
  /** Number now of each bone before, or −1 for one that is gone. */
  place: Int32Array;
  /** F·h·12, in the sequence's coordinates. */
  motion: Float32Array;
  /** Bones that are fitted anew; the others keep their motion to the bit. */
  free: number[];
  /** Vertices whose weights are found anew, ascending: all that a free bone moves are among them. */
  vertices: Uint32Array;
  /** What each of them starts from; no influence at all is a search from nothing. */
  rows: Row[];
}

/** Vertices that a bone moves, ascending, and how much. */
export function membersOf({ weights }: Rig, bone: number): { vertices: number[]; shares: number[] } {
  const vertices: number[] = [];
  const shares: number[] = [];
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.bones[e] !== bone || !(weights.values[e] > 0)) continue;
      vertices.push(i);
      shares.push(weights.values[e]);
    }
  }
  return { vertices, shares };
}

/** The influences of a vertex by new numbers; bones that are gone are left out, and the rest is made whole. */
export function rowOf({ weights }: Rig, vertex: number, place: Int32Array): Row {
  const sums = new Map<number, number>();
  for (let e = weights.offsets[vertex]; e < weights.offsets[vertex + 1]; e++) {
    const bone = place[weights.bones[e]];
    if (bone >= 0) sums.set(bone, (sums.get(bone) ?? 0) + weights.values[e]);
  }
  return [...sums].sort((a, b) => a[0] - b[0]);
}

/** The motion of bones taken from a rig by `origin`; where that is −1, of the bone that `like` names. */
export function motionBy(rig: Rig, frames: number, origin: Int32Array, like: number): Float32Array {
  const had = rig.bones.length;
  const out = new Float32Array(frames * origin.length * 12);
  for (let k = 0; k < frames; k++) {
    origin.forEach((j, at) => {
      const from = 12 * (k * had + (j >= 0 ? j : like));
      out.set(rig.motion.subarray(from, from + 12), 12 * (k * origin.length + at));
    });
  }
  return out;
}

/** Some of the bones, ascending, as `origin`, and where each went, as `place`. */
export function keepOnly(kept: readonly number[], had: number): Pick<Draft, "origin" | "place"> {
  const place = new Int32Array(had).fill(-1);
  kept.forEach((j, at) => {
    place[j] = at;
  });
  return { origin: Int32Array.from(kept), place };
}
