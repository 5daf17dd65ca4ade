import { sumOf } from "../../math/sum";
import type { SparseWeights } from "../../model/rig/sparse-weights";

/** Fixed weights: all weights of some vertices, and the weights of some bones at every vertex. */
export interface KeptRows {
  /** The fixed values: V rows. */
  weights: SparseWeights;
  /** V: 1 if the whole row is fixed. */
  whole: Uint8Array;
  /** B: 1 for bones whose weights are fixed at every vertex. */
  locked: Uint8Array;
  /** Whether any bone is locked. */
  anyLocked: boolean;
}

/** A row that misses the sum 1 by less than this is complete. */
export const SUM_TOLERANCE = 1e-6;

/** The fixed entries of a vertex i whose row is not fixed as a whole: the entries of locked bones. */
export function lockedEntries({ weights, locked }: KeptRows, i: number): Map<number, number> {
  const entries = new Map<number, number>();
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    if (locked[weights.bones[e]] && weights.values[e] > 0) entries.set(weights.bones[e], weights.values[e]);
  }
  return entries;
}

type Entry = [bone: number, value: number];

/**
 * Puts the fixed weights, bit for bit, in place of the found ones. The other weights of a vertex share the rest of 1 in
 * their proportions. If all of them are 0, the vertex's previous unlocked bones share it.
 * @param most the most influences of a vertex, 0 for any number. Fixed weights come first. All of them stay, plus one
 * if they do not sum to 1.
 */
export function withKept(found: SparseWeights, kept: KeptRows, most: number): SparseWeights {
  const vertexCount = found.offsets.length - 1;
  const room = found.bones.length + kept.weights.bones.length;
  const offsets = new Uint32Array(vertexCount + 1);
  const bones = new Uint16Array(room);
  const values = new Float32Array(room);
  let at = 0;
  const copy = ({ offsets: of, bones: b, values: v }: SparseWeights, i: number) => {
    for (let e = of[i]; e < of[i + 1]; e++) {
      bones[at] = b[e];
      values[at++] = v[e];
    }
  };
  for (let i = 0; i < vertexCount; i++) {
    if (kept.whole[i]) copy(kept.weights, i);
    else if (!kept.anyLocked) copy(found, i);
    else {
      for (const [bone, value] of rowWithLocked(found, kept, i, most)) {
        bones[at] = bone;
        values[at++] = value;
      }
    }
    offsets[i + 1] = at;
  }
  return { version: 1, offsets, bones: bones.slice(0, at), values: values.slice(0, at) };
}

function rowWithLocked(found: SparseWeights, kept: KeptRows, i: number, most: number): Entry[] {
  const held = [...lockedEntries(kept, i)];
  const rest = 1 - sumOf(held.map(([, value]) => value));
  if (rest <= SUM_TOLERANCE && held.length > 0) return held;
  const free = freeEntries(found, kept.locked, i);
  const others = free.length > 0 ? free : freeEntries(kept.weights, kept.locked, i);
  if (others.length === 0) return scaled(held, 1);
  const room = most > 0 ? Math.max(1, most - held.length) : others.length;
  if (others.length > room) {
    others.sort(([a, v], [b, w]) => w - v || a - b);
    others.length = room;
  }
  return [...held, ...scaled(others, rest)].sort(([a], [b]) => a - b);
}

function freeEntries({ offsets, bones, values }: SparseWeights, locked: Uint8Array, i: number): Entry[] {
  const entries: Entry[] = [];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (!locked[bones[e]] && values[e] > 0) entries.push([bones[e], values[e]]);
  }
  return entries;
}

function scaled(entries: Entry[], to: number): Entry[] {
  const sum = sumOf(entries.map(([, value]) => value));
  return entries.map(([bone, value]) => [bone, (value * to) / sum]);
}
