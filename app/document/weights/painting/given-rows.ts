import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { WeightRows } from "../weight-rows";
import { type RowIn, RowPainter, type WeightRecipients } from "./row-painter";
import { rowsBy } from "./whole-mesh";

/** What may change. */
interface GivenTo {
  /** B: 1 for bones that keep their weights. */
  locked: Uint8Array;
  /** Ascending; null for all. */
  vertices?: Uint32Array | null;
  /** The bones that get their given weights, while the others share the rest; null for all. */
  only?: readonly number[] | null;
}

/**
 * Replaces a rig's weights by given ones, as far as locked bones leave room.
 * @param given weights of the same bones. An empty row changes nothing.
 */
export function givenRows(
  weights: SparseWeights,
  given: SparseWeights,
  { locked, vertices = null, only = null }: GivenTo,
): WeightRows {
  const painter = new RowPainter(locked);
  const chosen = only && new Set(only);
  const takes = (j: number): boolean => !locked[j] && (chosen?.has(j) ?? true);
  const make = (i: number, row: RowIn) => {
    if (given.offsets[i] === given.offsets[i + 1]) return false;
    const targets = new Map<number, number>();
    for (let e = row.first; e < row.end; e++) if (takes(row.bones[e])) targets.set(row.bones[e], 0);
    for (let e = given.offsets[i]; e < given.offsets[i + 1]; e++) {
      if (takes(given.bones[e])) targets.set(given.bones[e], given.values[e]);
    }
    if (targets.size === 0) return false;
    const others = () => sharesOf(given, i, (j) => !locked[j] && !takes(j));
    painter.paint(row, [...targets.keys()], [...targets.values()], others);
    return true;
  };
  return rowsBy(weights, painter, make, vertices);
}

/** The bones of a row that a condition allows, with shares that sum to 1; null without any. */
function sharesOf(
  { offsets, bones, values }: SparseWeights,
  i: number,
  may: (bone: number) => boolean,
): WeightRecipients | null {
  const found: { bone: number; value: number }[] = [];
  for (let e = offsets[i]; e < offsets[i + 1]; e++)
    if (may(bones[e])) found.push({ bone: bones[e], value: values[e] });
  const sum = found.reduce((all, { value }) => all + value, 0);
  return sum > 0
    ? { bones: found.map(({ bone }) => bone), shares: found.map(({ value }) => value / sum) }
    : null;
}
