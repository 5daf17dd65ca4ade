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
  /** The edit uses its influences and smoothness. */
  settings: SolveSettings;
  /** What the edit may not change, or null. */
  locks: SolveLocks | null;
}

/** The input of an edit. */
export interface EditContext {
  sequence: MeshSequence;
  rig: Rig;
  locks: SolveLocks | null;
  task: Task;
}

/** An edit that is ready to run. */
export interface EditPlan {
  /** The most bones of the edited rig. */
  bones: number;
  /** Arena bytes for the edit. */
  bytes(threads: number): number;
  run(parallel: Parallel): Promise<EditedRig>;
}

export interface EditedRig {
  rig: Rig;
  /** Old number of each bone, or −1 for a new one. */
  origin: Int32Array;
}

/** Influences of a vertex, by bones of the edited rig. */
export type InfluenceRow = [bone: number, weight: number][];

/** The edited rig before anything is fitted again. */
export interface Draft {
  /** h bones. If `head` is null, it follows from the vertices that the bone moves. */
  bones: (Omit<Bone, "head"> & { head: Bone["head"] | null })[];
  /** Old number of each bone, or −1. */
  origin: Int32Array;
  /** New number of each old bone, or −1 for a deleted one. */
  place: Int32Array;
  /** F·h·12, in the sequence's coordinates. */
  motion: Float32Array;
  /** Bones that are fitted again. The others keep their motion bit for bit. */
  free: number[];
  /** Vertices that get new weights, ascending. They include all vertices of free bones. */
  vertices: Uint32Array;
  /** The starting influences of each of these vertices. Without any, the search starts from nothing. */
  rows: InfluenceRow[];
}

/** The vertices that a bone moves, ascending, and their weights. */
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

/** The influences of a vertex under new numbers, without deleted bones, scaled to the sum 1. */
export function renumberedRow({ weights }: Rig, vertex: number, place: Int32Array): InfluenceRow {
  const sums = new Map<number, number>();
  for (let e = weights.offsets[vertex]; e < weights.offsets[vertex + 1]; e++) {
    const bone = place[weights.bones[e]];
    if (bone >= 0) sums.set(bone, (sums.get(bone) ?? 0) + weights.values[e]);
  }
  return [...sums].sort((a, b) => a[0] - b[0]);
}

/** The motion of new bones: bone `origin` of the rig, or bone `like` where `origin` is −1. */
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

/** Keeps some of the bones, ascending: `origin` has their old numbers, `place` the new number of each old bone. */
export function keepOnly(kept: readonly number[], had: number): Pick<Draft, "origin" | "place"> {
  const place = new Int32Array(had).fill(-1);
  kept.forEach((j, at) => {
    place[j] = at;
  });
  return { origin: Int32Array.from(kept), place };
}
