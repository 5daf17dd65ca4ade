import type { SparseWeights } from "../../model/rig/sparse-weights";

/** The weights of a vertex by bone. */
export type WeightRow = Map<number, number>;

/** A row with at most this sum has no weights; its vertex follows no bone. */
export const NO_SUM = 1e-6;
/** The sum of a row may differ from 1 by this much. */
const SUM_OFF = 1e-6;

/** The weights of vertex `i`. Values that are not positive numbers are left out. */
export function rowOf({ offsets, bones, values }: SparseWeights, i: number): WeightRow {
  const row: WeightRow = new Map();
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (values[e] > 0 && values[e] < Number.POSITIVE_INFINITY) row.set(bones[e], values[e]);
  }
  return row;
}

/**
 * A row with the sum 1: weights of locked bones stay, the others are scaled.
 * @returns the row itself if its sum is already 1; null if there is nothing to scale
 */
export function scaledToOne(row: WeightRow, locked: Uint8Array): WeightRow | null {
  let [held, free] = [0, 0];
  for (const [bone, value] of row) {
    if (locked[bone]) held += value;
    else free += value;
  }
  if (Math.abs(held + free - 1) <= SUM_OFF) return row;
  if (free <= NO_SUM || held >= 1) return null;
  const scale = (1 - held) / free;
  return new Map([...row].map(([bone, value]) => [bone, locked[bone] ? value : value * scale]));
}

/** The mean of rows. */
export function meanRow(rows: readonly WeightRow[]): WeightRow {
  const mean: WeightRow = new Map();
  for (const row of rows) {
    for (const [bone, value] of row) mean.set(bone, (mean.get(bone) ?? 0) + value / rows.length);
  }
  return mean;
}

/**
 * The weights of locked bones from `own` and of the other bones from `wanted`, scaled to the sum 1. Null if that is not
 * possible.
 */
export function withLocked(own: WeightRow, wanted: WeightRow, locked: Uint8Array): WeightRow | null {
  const row: WeightRow = new Map();
  for (const [bone, value] of own) if (locked[bone]) row.set(bone, value);
  for (const [bone, value] of wanted) if (!locked[bone]) row.set(bone, value);
  return scaledToOne(row, locked);
}

const isSame = (a: WeightRow, b: WeightRow): boolean =>
  a.size === b.size && [...a].every(([bone, value]) => b.get(bone) === Math.fround(value));

/**
 * The weights with new rows of some vertices, and the vertices that changed. If none did, the weights are the same
 * object.
 */
export function replaced(
  weights: SparseWeights,
  rows: ReadonlyMap<number, WeightRow>,
): { weights: SparseWeights; changed: Uint32Array } {
  const news = new Map([...rows].filter(([i, row]) => !isSame(row, rowOf(weights, i))));
  if (news.size === 0) return { weights, changed: new Uint32Array(0) };
  const { offsets, bones, values } = weights;
  const V = offsets.length - 1;
  const sizes = Uint32Array.from({ length: V }, (_, i) => news.get(i)?.size ?? offsets[i + 1] - offsets[i]);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const out = {
    version: 1 as const,
    offsets: new Uint32Array(V + 1),
    bones: new Uint16Array(total),
    values: new Float32Array(total),
  };
  for (let i = 0; i < V; i++) {
    const at = out.offsets[i];
    out.offsets[i + 1] = at + sizes[i];
    const row = news.get(i);
    if (!row) {
      out.bones.set(bones.subarray(offsets[i], offsets[i + 1]), at);
      out.values.set(values.subarray(offsets[i], offsets[i + 1]), at);
      continue;
    }
    const sorted = [...row].sort(([a], [b]) => a - b);
    sorted.forEach(([bone, value], n) => {
      out.bones[at + n] = bone;
      out.values[at + n] = value;
    });
  }
  return { weights: out, changed: Uint32Array.from(news.keys()).sort() };
}
