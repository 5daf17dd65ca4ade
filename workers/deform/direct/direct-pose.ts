/** The sums over bones of one vertex that the variants of Direct Delta Mush share. Le & Lewis 2019, eq. 7. */
import { addLinear, addMoved } from "../bone-frames";
import type { DirectEntries } from "./omega";

/**
 * With c_j = M_j [p; 1], the columns of Σ_j M_j Ω_ij about the centre p_i:
 * the smooth position q = Σ_j M_jᴿ b_ij + ω_ij c_j, three numbers.
 */
export function addSmoothPosition(
  entries: DirectEntries,
  bones: ArrayLike<number>,
  i: number,
  out: Float64Array,
  to: number,
): void {
  const { offsets, bones: of, moments, omega, centres } = entries;
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    addMoved(bones, of[e], omega[e], centres, 3 * i, out, to);
    const b = 9 * e + 6;
    for (let r = 0; r < 3; r++) {
      const m = 12 * of[e] + 4 * r;
      out[to + r] += bones[m] * moments[b] + bones[m + 1] * moments[b + 1] + bones[m + 2] * moments[b + 2];
    }
  }
}

const moved = new Float64Array(3);

/**
 * The matrix whose polar rotation is R_i, Q − q pᵀ = Σ_j M_jᴿ A_ij + (c_j − p_i) b_ijᵀ, nine numbers row-major. Because
 * the b_ij sum to zero, subtracting p_i only changes the size of the numbers.
 */
export function setCovariance(
  entries: DirectEntries,
  bones: ArrayLike<number>,
  i: number,
  out: Float64Array,
): void {
  const { offsets, bones: of, moments, centres } = entries;
  out.fill(0);
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const n = 9 * e;
    const [xy, xz, yz] = [moments[n + 1], moments[n + 2], moments[n + 4]];
    for (let r = 0; r < 3; r++) moved[r] = -centres[3 * i + r];
    addMoved(bones, of[e], 1, centres, 3 * i, moved, 0);
    for (let r = 0; r < 3; r++) {
      const m = 12 * of[e] + 4 * r;
      const [a, b, c] = [bones[m], bones[m + 1], bones[m + 2]];
      out[3 * r] += a * moments[n] + b * xy + c * xz + moved[r] * moments[n + 6];
      out[3 * r + 1] += a * xy + b * moments[n + 3] + c * yz + moved[r] * moments[n + 7];
      out[3 * r + 2] += a * xz + b * yz + c * moments[n + 5] + moved[r] * moments[n + 8];
    }
  }
}

/** The blend of the bones' linear parts by ψ, nine numbers row-major. */
export function setBlendedLinear(
  entries: DirectEntries,
  bones: ArrayLike<number>,
  i: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let e = entries.offsets[i]; e < entries.offsets[i + 1]; e++) {
    addLinear(bones, entries.bones[e], entries.psi[e], out, 0);
  }
}

/** The deltas d_i = u_i − p_i, 3V. */
export function deltasOf({ rest, centres }: DirectEntries): Float64Array {
  return rest.map((x, n) => x - centres[n]);
}
