import type { SparseWeights } from "../../model/rig/sparse-weights";

/** The weights of a vertex by bone. */
export type WeightRow = Map<number, number>;

/** Weights of at most this sum are none: the vertex moves with nothing. */
export const NO_SUM = 1e-6;
/** Sums of rows may differ from 1 by this. */
const SUM_OFF = 1e-6;

/** The weights of vertex `i`. Values that are no positive numbers are left out. */
export function rowOf({ offsets, bones, values }: SparseWeights, i: number): WeightRow {
  const row: WeightRow = new Map();
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (values[e] > 0 && values[e] < Number.POSITIVE_INFINITY) row.set(bones[e], values[e]);
  }
  return row;
}

/**
 * A row with the sum 1: weights of locked bones stay, the others are scaled.
 * @returns the row itself if its sum is 1 already; null if there is nothing that could be scaled
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
 * Weights of locked bones from one row, and those of the others from another, scaled to the sum 1; null if they cannot.
 */
export function withLocked(own: WeightRow, wanted: WeightRow, locked: Uint8Array): WeightRow | null {
  const row: WeightRow = new Map();
  for (const [bone, value] of own) if (locked[bone]) row.set(bone, value);
  for (const [bone, value] of wanted) if (!locked[bone]) row.set(bone, value);
  return scaledToOne(row, locked);
}

const isSame = (a: WeightRow, b: WeightRow): boolean =>
  a.size === b.size && [...a].every(([bone, value]) => b.get(bone) === Math.fround(value));

/** The weights with new rows of some vertices, and which of them differ; the same object where none does. */
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
