import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { WeightRows } from "../weight-rows";
import { type RowIn, RowPainter } from "./row-painter";
import { rowsBy } from "./whole-mesh";

/**
 * Replaces a rig's weights by given ones, as far as locked bones leave room.
 * @param given weights of the same bones. An empty row changes nothing.
 * @param locked B. @param vertices the vertices that may change, ascending; null for all.
 */
export function givenRows(
  weights: SparseWeights,
  given: SparseWeights,
  locked: Uint8Array,
  vertices: Uint32Array | null = null,
): WeightRows {
  const painter = new RowPainter(locked);
  const make = (i: number, row: RowIn) => {
    if (given.offsets[i] === given.offsets[i + 1]) return false;
    const targets = new Map<number, number>();
    for (let e = row.first; e < row.end; e++) if (!locked[row.bones[e]]) targets.set(row.bones[e], 0);
    for (let e = given.offsets[i]; e < given.offsets[i + 1]; e++) {
      if (!locked[given.bones[e]]) targets.set(given.bones[e], given.values[e]);
    }
    if (targets.size === 0) return false;
    painter.paint(row, [...targets.keys()], [...targets.values()]);
    return true;
  };
  return rowsBy(weights, painter, make, vertices);
}
