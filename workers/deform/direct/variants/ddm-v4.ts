/**
 * Direct Delta Mush v4: Le & Lewis 2019, section 3.5.4. R_i is the quaternion blend by ψ, t_i = Σ_j ω_ij M_j [p_i; 1] −
 * R_i p_i. With ψ = ω (α = 0, or κ = λ) this is skinning with optimised centres of rotation, whose centres are the p_i.
 */

import { turnAboutCentres } from "../../classic/turn-about-centres";
import type { Deformer } from "../../deformer";
import type { DirectEntries } from "../omega";

export function ddmV4({ rest, centres, offsets, bones, psi, omega }: DirectEntries): Deformer {
  return turnAboutCentres({ rest, centres, offsets, bones, turning: psi, moving: omega });
}
