import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { RowsBuilder, type WeightRows } from "../weight-rows";
import { type RowIn, RowPainter, type WeightRecipients } from "./row-painter";

/** Computes new rows for some vertices, ascending, or for all; `make` returns false to keep a row. */
export function rowsBy(
  weights: SparseWeights,
  painter: RowPainter,
  make: (i: number, row: RowIn) => boolean,
  among: Uint32Array | null = null,
): WeightRows {
  const { offsets, bones, values } = weights;
  const builder = new RowsBuilder(weights);
  const count = among?.length ?? offsets.length - 1;
  for (let n = 0; n < count; n++) {
    const i = among ? among[n] : n;
    if (!make(i, { bones, values, first: offsets[i], end: offsets[i + 1] })) continue;
    builder.add(i, painter.bones, painter.values, 0, painter.count);
  }
  return builder.rows;
}

/**
 * Scales the rows that do not sum to 1 within 1e-6 until they do. Locked bones keep their weights.
 * @param locked B.
 * @param among the vertices that may change, ascending; null for all.
 */
export function normalisedRows(
  weights: SparseWeights,
  locked: Uint8Array,
  among: Uint32Array | null = null,
): WeightRows {
  const painter = new RowPainter(locked);
  const make = (_: number, row: RowIn) => {
    let sum = 0;
    for (let e = row.first; e < row.end; e++) sum += row.values[e];
    return row.end > row.first && Math.abs(sum - 1) > 1e-6 && painter.paint(row, [], []);
  };
  return rowsBy(weights, painter, make, among);
}

/**
 * Removes weights below `least`, and all but the `most` largest of a vertex (0: no limit). The remaining ones share the
 * removed weight. Locked bones stay and count; the largest of the others always stays.
 * @param locked B.
 * @param among the vertices that may change, ascending; null for all.
 */
export function prunedRows(
  weights: SparseWeights,
  locked: Uint8Array,
  { least, most }: { least: number; most: number },
  among: Uint32Array | null = null,
): WeightRows {
  const painter = new RowPainter(locked);
  const make = (_: number, row: RowIn) => {
    const free: number[] = [];
    let held = 0;
    for (let e = row.first; e < row.end; e++) {
      if (!locked[row.bones[e]]) free.push(e);
      else if (row.values[e] > 0) held++;
    }
    free.sort((a, b) => row.values[b] - row.values[a] || row.bones[a] - row.bones[b]);
    const room = most > 0 ? Math.max(1, most - held) : free.length;
    const gone = free
      .filter((e, n) => n > 0 && (n >= room || row.values[e] < least))
      .map((e) => row.bones[e]);
    const nothing = gone.map(() => 0);
    return gone.length > 0 && painter.paint(row, gone, nothing);
  };
  return rowsBy(weights, painter, make, among);
}

/** Pastes the row of another vertex; weights of locked bones stay. @param locked B. */
export function pastedRow(
  weights: SparseWeights,
  i: number,
  row: readonly { bone: number; weight: number }[],
  locked: Uint8Array,
): WeightRows {
  const painter = new RowPainter(locked);
  const { offsets, bones, values } = weights;
  const own = { bones, values, first: offsets[i], end: offsets[i + 1] };
  const targets = new Map<number, number>();
  for (let e = own.first; e < own.end; e++) if (!locked[bones[e]]) targets.set(bones[e], 0);
  for (const { bone, weight } of row) if (!locked[bone]) targets.set(bone, weight);
  painter.paint(own, [...targets.keys()], [...targets.values()]);
  const builder = new RowsBuilder(weights);
  builder.add(i, painter.bones, painter.values, 0, painter.count);
  return builder.rows;
}

/**
 * Sets one weight of one vertex. @param locked B. @param recipients the bones that receive removed weight if the row
 * has no other bone.
 */
export function typedRow(
  weights: SparseWeights,
  { vertex, bone, value }: { vertex: number; bone: number; value: number },
  locked: Uint8Array,
  recipients: () => WeightRecipients | null,
): WeightRows {
  const painter = new RowPainter(locked);
  const { offsets, bones, values } = weights;
  const row = { bones, values, first: offsets[vertex], end: offsets[vertex + 1] };
  painter.paint(row, [bone], [value], recipients);
  const builder = new RowsBuilder(weights);
  builder.add(vertex, painter.bones, painter.values, 0, painter.count);
  return builder.rows;
}

/** Sum of each bone's weights over all vertices, B. */
export function boneMass({ bones, values }: SparseWeights, boneCount: number): Float64Array {
  const mass = new Float64Array(boneCount);
  for (let e = 0; e < bones.length; e++) mass[bones[e]] += values[e];
  return mass;
}
