import type { FitSkeleton } from "../../../../../workers/model/reports/fit-report";
import { withoutBones } from "../../../../../workers/model/rig/bone-tree";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../../workers/model/rig/sparse-weights";

/** A rig without one of its helper bones, as the start of a fit: the bone that it hangs on gets its weights. */
export function withoutHelper(rig: Rig, helper: number): FitSkeleton {
  const heir = Math.max(0, rig.bones[helper].parent);
  const weights = inherited(rig.weights, helper, heir);
  const { bones, motion, weights: kept, rest } = withoutBones({ ...rig, weights }, new Set([helper])).rig;
  return { bones, motion, weights: kept, rest };
}

/** The weights with those of one bone given to another. */
function inherited(
  { version, offsets, bones, values }: SparseWeights,
  from: number,
  to: number,
): SparseWeights {
  const V = offsets.length - 1;
  const starts = new Uint32Array(V + 1);
  const ids: number[] = [];
  const shares: number[] = [];
  for (let i = 0; i < V; i++) {
    const row = new Map<number, number>();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = bones[e] === from ? to : bones[e];
      row.set(j, (row.get(j) ?? 0) + values[e]);
    }
    for (const [j, w] of [...row].sort((a, b) => a[0] - b[0])) {
      ids.push(j);
      shares.push(w);
    }
    starts[i + 1] = ids.length;
  }
  return { version, offsets: starts, bones: Uint16Array.from(ids), values: Float32Array.from(shares) };
}
