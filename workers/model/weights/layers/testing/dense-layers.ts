import type { SparseWeights } from "../../../rig/sparse-weights";
import type { Composition } from "../composer";
import { FADED_AT, type WeightLayer } from "../weight-layers";

/** For tests: the composite straight from the definitions, with dense rows. V rows of B numbers. */
export function denseComposite({ stack, rings, boneCount, held }: Composition): number[][] {
  let rows = denseRows(stack.base, boneCount);
  const anySolo = stack.layers.some(({ solo }) => solo);
  for (const layer of stack.layers) {
    if (layer.muted || (anySolo && !layer.solo)) continue;
    const strength = rows.map((_, i) => layer.opacity * maskAt(layer, i));
    if (layer.kind === "smooth") rows = denseSmooth(rows, layer, strength, rings);
    else rows = rows.map((row, i) => denseApplied(row, i, layer, strength[i], boneCount));
  }
  const before = held && denseRows(held.weights, boneCount);
  return rows.map((row, i) => {
    const kept = row.map((_, j) => (held?.locked[j] && before ? before[i][j] : 0));
    const free = Math.max(0, 1 - kept.reduce((a, b) => a + b, 0));
    const open = row.map((w, j) => (held?.locked[j] || w < 1e-6 ? 0 : w));
    const sum = open.reduce((a, b) => a + b, 0);
    if (sum === 0) {
      if (free <= 1e-6) return kept;
      return denseRows(held?.weights ?? stack.base, boneCount)[i];
    }
    return open.map((w, j) => kept[j] + (w * free) / sum);
  });
}

export function denseRows({ offsets, bones, values }: SparseWeights, boneCount: number): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    const row = new Array<number>(boneCount).fill(0);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) row[bones[e]] += values[e];
    return row;
  });
}

function maskAt({ mask }: WeightLayer, i: number): number {
  if (!mask) return 1;
  const at = mask.vertices.indexOf(i);
  return at < 0 ? 0 : mask.values[at];
}

/** The entries of a layer at a vertex; null if it has none. */
function entriesAt({ rows }: Pick<WeightLayer, "rows">, i: number): [number, number][] | null {
  const at = rows.vertices.indexOf(i);
  if (at < 0) return null;
  return Array.from(rows.bones.subarray(rows.offsets[at], rows.offsets[at + 1]), (j, n) => [
    j,
    rows.values[rows.offsets[at] + n],
  ]);
}

function denseApplied(row: number[], i: number, layer: WeightLayer, m: number, boneCount: number): number[] {
  const entries = entriesAt(layer, i);
  if (!entries) return row;
  const own = new Array<number>(boneCount).fill(0);
  let gone = 0;
  for (const [j, value] of entries) {
    if (j < boneCount) own[j] += value;
    else gone += value;
  }
  if (layer.kind === "replace") return row.map((w, j) => (1 - m + m * gone) * w + m * own[j]);
  let by = m;
  if (layer.kind === "corrective" && layer.below) {
    const then = new Array<number>(boneCount).fill(0);
    for (const [j, value] of entriesAt({ rows: layer.below }, i) ?? []) if (j < boneCount) then[j] += value;
    const distance = row.reduce((sum, w, j) => sum + Math.abs(w - then[j]), 0) / 2;
    by *= Math.max(0, 1 - distance / FADED_AT);
  }
  return row.map((w, j) => w + by * own[j]);
}

function denseSmooth(
  rows: number[][],
  layer: WeightLayer,
  strength: number[],
  { offsets, neighbours }: Composition["rings"],
): number[][] {
  const passes = rows.map((_, i) => entriesAt(layer, i)?.[0][1] ?? 0);
  let now = rows;
  for (let round = 0; round < Math.max(...passes); round++) {
    const before = now;
    now = before.map((row, i) => {
      const amount = strength[i] * Math.min(1, passes[i] - round);
      const ring = [...neighbours.subarray(offsets[i], offsets[i + 1])];
      if (amount <= 0 || ring.length === 0) return row;
      return row.map((w, j) => {
        const mean = ring.reduce((sum, l) => sum + before[l][j], 0) / ring.length;
        return (1 - amount) * w + amount * mean;
      });
    });
  }
  return now;
}
