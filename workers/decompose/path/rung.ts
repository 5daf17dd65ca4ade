import type { Rig } from "../../model/rig/rig";
import type { SolveLocks } from "../../model/solve/solve-settings";
import type { BlendState } from "../phases/blend-state";
import type { Problem } from "../problem/problem";
import type { PlannedBone } from "../result/rig-assembly";

/** A bone of the path. */
export interface PathBone {
  /** Its name, head and colour are the same at every count that has it. */
  bone: PlannedBone;
  /** Its number in the rig that the path began with; −1 for a new bone. */
  origin: number;
  /** Its motion is locked. */
  locked: boolean;
  /** It is locked or moves a locked vertex, so it is never removed. */
  needed: boolean;
}

/** Influences in slots: the bone of each influence, −1 for unused slots, and its weight. V·slots each. */
export type RungWeights = Pick<BlendState, "ids" | "values">;

/** The rig of one number of bones, outside the arena and in normalised coordinates. */
export interface Rung extends RungWeights {
  bones: readonly PathBone[];
  /** F·h·12. */
  motion: Float64Array;
  /** 4V, as in the problem. */
  rest: Float64Array;
  /** The minimised value: the squared error and the smoothness term. Infinity if it is not known. */
  objective: number;
}

/** The bones of the rig that a path begins with. */
export function bonesAtStart(rig: Rig, locks: SolveLocks | null): PathBone[] {
  const { offsets, bones } = rig.weights;
  const needed = new Set<number>();
  locks?.vertices.forEach((locked, i) => {
    if (locked) for (const j of bones.subarray(offsets[i], offsets[i + 1])) needed.add(j);
  });
  return rig.bones.map((bone, j) => {
    const locked = Boolean(locks?.bones[j]);
    const known = { ...bone, colour: bone.colour ?? j };
    return { bone: known, origin: j, locked, needed: locked || needed.has(j) };
  });
}

/** A bone that the rig at the start of the path does not have. */
export const newBone = (name: string, colour: number): PathBone => ({
  bone: { name, parent: -1, head: null, colour },
  ...{ origin: -1, locked: false, needed: false },
});

interface Room {
  limit: number;
  slots: number;
  lockedVertices: Uint8Array | null;
}

/** The weights of a rig in slots, largest first: all of a locked vertex, and the `limit` largest of others. */
export function slotsOf({ weights }: Rig, { limit, slots, lockedVertices }: Room): RungWeights {
  const vertices = weights.offsets.length - 1;
  const ids = new Int32Array(vertices * slots).fill(-1);
  const values = new Float64Array(vertices * slots);
  for (let i = 0; i < vertices; i++) {
    const row: [bone: number, weight: number][] = [];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.values[e] > 0) row.push([weights.bones[e], weights.values[e]]);
    }
    row.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const kept = row.slice(0, lockedVertices?.[i] ? slots : limit);
    const sum = kept.reduce((total, [, weight]) => total + weight, 0);
    kept.forEach(([bone, weight], s) => {
      ids[i * slots + s] = bone;
      values[i * slots + s] = weight / sum;
    });
  }
  return { ids, values };
}

/** Writes influences into a state, as many of each vertex as fit. */
export function writeSlots({ ids, values }: RungWeights, state: BlendState): void {
  const vertices = state.errors.length;
  const [had, slots] = [ids.length / vertices, state.ids.length / vertices];
  const both = Math.min(had, slots);
  state.ids.fill(-1);
  state.values.fill(0);
  for (let i = 0; i < vertices; i++) {
    state.ids.set(ids.subarray(i * had, i * had + both), i * slots);
    state.values.set(values.subarray(i * had, i * had + both), i * slots);
  }
}

/** A rig's rest pose as a problem stores it, 4V. */
export function restOf(rig: Rig, { rest, centre, scale }: Problem): Float64Array {
  const out = rest.slice();
  for (let at = 0; at < rig.rest.length; at++) {
    out[4 * Math.floor(at / 3) + (at % 3)] = (rig.rest[at] - centre[at % 3]) * scale;
  }
  return out;
}

/** Bones, motion and weights without bone `gone`. Vertices that used it have no influences, and start again. */
export function withoutBone({ bones, motion, ids, values, rest }: Rung, gone: number): Rung {
  const h = bones.length;
  const frames = motion.length / (12 * h);
  const left = new Float64Array(frames * (h - 1) * 12);
  for (let k = 0; k < frames; k++) {
    left.set(motion.subarray(12 * k * h, 12 * (k * h + gone)), 12 * k * (h - 1));
    left.set(motion.subarray(12 * (k * h + gone + 1), 12 * (k + 1) * h), 12 * (k * (h - 1) + gone));
  }
  const slots = ids.length / (rest.length / 4);
  const kept = ids.slice();
  for (let at = 0; at < kept.length; at += slots) {
    const row = kept.subarray(at, at + slots);
    if (row.includes(gone)) row.fill(-1);
    row.forEach((j, s) => {
      if (j > gone) row[s] = j - 1;
    });
  }
  const others = bones.filter((_, j) => j !== gone);
  return { bones: others, motion: left, ids: kept, values, rest, objective: Infinity };
}
