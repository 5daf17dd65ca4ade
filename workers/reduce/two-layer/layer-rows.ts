import type { TwoLayer } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Layers } from "./layers";

/** Shares below this are rounding. */
const LEAST_SHARE = 1e-6;

/** Rows of [number, weight] as sparse weights: sorted, sum 1. */
function sparseRows(pairs: [number, number][][]): SparseWeights {
  const rows = new WeightBuilder();
  for (const row of pairs) rows.addScaledRow(row.filter(([, weight]) => weight > LEAST_SHARE));
  return rows.weights();
}

/** Both layers in the form that a rig stores, without virtual bones that no vertex uses. */
export function layersAsRows({ count, sizes, atomIds, atomValues, ids, shares, errors }: Layers): TwoLayer {
  const { blends, atomSlots } = sizes;
  const used = new Uint8Array(count);
  for (let e = 0; e < ids.length; e++) if (shares[e] > LEAST_SHARE) used[ids[e]] = 1;
  const number = new Int32Array(count);
  let next = 0;
  for (let r = 0; r < count; r++) if (used[r]) number[r] = next++;
  const virtual: [number, number][][] = [];
  for (let r = 0; r < count; r++) {
    if (!used[r]) continue;
    const row: [number, number][] = [];
    for (let d = r * atomSlots; d < (r + 1) * atomSlots && atomIds[d] >= 0; d++)
      row.push([atomIds[d], atomValues[d]]);
    virtual.push(row);
  }
  const vertices = Array.from({ length: errors.length }, (_, i) => {
    const row: [number, number][] = [];
    for (let e = i * blends; e < (i + 1) * blends; e++) {
      if (ids[e] >= 0 && shares[e] > LEAST_SHARE) row.push([number[ids[e]], shares[e]]);
    }
    return row;
  });
  return { virtual: sparseRows(virtual), vertices: sparseRows(vertices) };
}
