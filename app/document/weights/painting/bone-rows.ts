import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { WeightRows } from "../weight-rows";
import { type RowIn, RowPainter, weightIn } from "./row-painter";
import { rowsBy } from "./whole-mesh";

/** How weights of the first of two bones go to the second; `swap` exchanges both. */
export type BoneExchange = "copy" | "add" | "move" | "swap";

/** The new weights of the two bones at a vertex, before they are limited to what other bones leave. */
const NEXT: Readonly<Record<BoneExchange, (from: number, to: number) => [from: number, to: number]>> = {
  copy: (from) => [from, from],
  add: (from, to) => [from, to + from],
  move: (from, to) => [0, to + from],
  swap: (from, to) => [to, from],
};

/**
 * Gives the weights of one bone to another, wherever one of them has weight. `move` and `swap` change no other bone.
 * With `copy` and `add`, the first bone and all others share the rest.
 * @param locked B; neither of the two is locked. @param among the vertices that may change, ascending; null for all.
 */
export function exchangedRows(
  weights: SparseWeights,
  how: BoneExchange,
  [from, to]: readonly [number, number],
  locked: Uint8Array,
  among: Uint32Array | null = null,
): WeightRows {
  const painter = new RowPainter(locked);
  const make = (_: number, row: RowIn) => {
    const [a, b] = [weightIn(row, from), weightIn(row, to)];
    if (a === 0 && (b === 0 || how === "add" || how === "move")) return false;
    const [nextA, nextB] = NEXT[how](a, b);
    const keepsOthers = how === "move" || how === "swap";
    if (!keepsOthers && nextB === b) return false;
    if (keepsOthers) painter.paint(row, [from, to], [nextA, nextB]);
    else painter.paint(row, [to], [Math.min(1, nextB)]);
    return true;
  };
  return rowsBy(weights, painter, make, among);
}
