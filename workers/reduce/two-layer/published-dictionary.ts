/**
 * The dictionary update of Le & Deng 2013 (equations 55 and 56, after Mairal et al. 2010): with Φ = Σ a_i a_iᵀ and
 * Γ = Σ w_i a_iᵀ, each virtual bone moves to d_j + (γ_j − D φ_j)/φ_jj. (The text divides by a_ij. The gradient is zero
 * with φ_jj only.) Then negative entries become 0, the c largest stay, and the sum becomes 1, in this order.
 */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Layers } from "./layers";

/** The c largest positive weights, scaled to the sum 1 and sorted by bone. */
export function largestOf(row: ArrayLike<number>, most: number): { bones: number[]; values: number[] } {
  const order: number[] = [];
  for (let j = 0; j < row.length; j++) if (row[j] > 0) order.push(j);
  order.sort((a, b) => row[b] - row[a] || a - b);
  const bones = order.slice(0, most).sort((a, b) => a - b);
  const sum = bones.reduce((total, j) => total + row[j], 0);
  return { bones, values: bones.map((j) => row[j] / sum) };
}

/** Row i of weights on all bones. */
export function denseRow(
  { offsets, bones, values }: SparseWeights,
  i: number,
  boneCount: number,
): Float64Array {
  const row = new Float64Array(boneCount);
  for (let e = offsets[i]; e < offsets[i + 1]; e++) row[bones[e]] += values[e];
  return row;
}

/** Updates all virtual bones in turn, towards the weights `ideal`. Returns the unused ones. */
export function publishedDictionary(layers: Layers, ideal: SparseWeights, boneCount: number): number[] {
  const { ids, shares, atomIds, atomValues, count, sizes } = layers;
  const { blends, atomSlots } = sizes;
  const gamma = new Float64Array(count * boneCount);
  const phi = Array.from({ length: count }, () => new Map<number, number>());
  for (let i = 0; i < layers.errors.length; i++) {
    for (let a = i * blends; a < (i + 1) * blends; a++) {
      if (!(shares[a] > 0)) continue;
      for (let e = ideal.offsets[i]; e < ideal.offsets[i + 1]; e++) {
        gamma[ids[a] * boneCount + ideal.bones[e]] += shares[a] * ideal.values[e];
      }
      const row = phi[ids[a]];
      for (let b = i * blends; b < (i + 1) * blends; b++) {
        if (shares[b] > 0) row.set(ids[b], (row.get(ids[b]) ?? 0) + shares[a] * shares[b]);
      }
    }
  }
  const unused: number[] = [];
  for (let r = 0; r < count; r++) {
    const own = phi[r].get(r) ?? 0;
    if (!(own > 0)) {
      unused.push(r);
      continue;
    }
    const moved = gamma.slice(r * boneCount, (r + 1) * boneCount);
    for (const [s, product] of phi[r]) {
      for (let d = s * atomSlots; d < (s + 1) * atomSlots; d++) {
        if (s !== r && atomIds[d] >= 0) moved[atomIds[d]] -= product * atomValues[d];
      }
    }
    // d_r + (γ_r − D φ_r)/φ_rr, where D φ_r includes φ_rr d_r.
    const { bones, values } = largestOf(moved, atomSlots);
    if (bones.length > 0) layers.setAtom(r, bones, values);
  }
  return unused;
}
