/**
 * The entries that the variants of Direct Delta Mush deform with: Le & Lewis 2019, eq. 11 rev.
 *
 *   Ω_ij = (1 − α_i) Ψ_ij + α_i w'_ij [p pᵀ, p; pᵀ, 1].
 *
 * About the centre p_i the second matrix has a 1 in its corner and zeros elsewhere, so A and b of Ω are those of Ψ
 * times 1 − α_i, and ω_ij = (1 − α_i) ψ_ij + α_i w'_ij. A change of α costs one pass over the entries.
 */
import type { DirectMoments } from "./moments";

export interface DirectEntries extends Omit<DirectMoments, "smooth"> {
  /** ω, one per entry; rows sum to 1. */
  omega: Float64Array;
}

/** With α = 1, no patch would be left to find a rotation from. */
const MOST = 0.99;

/**
 * @param alpha in 0..1, limited to 0.99; 0 is Delta Mush, more keeps bends nearer to the bones.
 * @param alphaOf diagonal of D_α, V, or null for 1 everywhere.
 */
export function directEntries(
  moments: DirectMoments,
  alpha: number,
  alphaOf: ArrayLike<number> | null = null,
): DirectEntries {
  const { smooth, ...rows } = moments;
  const scaled = moments.moments.slice();
  const omega = moments.psi.slice();
  for (let i = 0; i + 1 < rows.offsets.length; i++) {
    const blend = Math.min(MOST, Math.max(0, alpha * (alphaOf ? alphaOf[i] : 1)));
    for (let e = rows.offsets[i]; e < rows.offsets[i + 1]; e++) {
      omega[e] = (1 - blend) * omega[e] + blend * smooth[e];
      for (let c = 9 * e; c < 9 * e + 9; c++) scaled[c] *= 1 - blend;
    }
  }
  return { ...rows, moments: scaled, omega };
}
