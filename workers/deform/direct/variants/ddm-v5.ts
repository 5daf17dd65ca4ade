/**
 * Direct Delta Mush v5: Le & Lewis 2019, section 3.5.5. The ω_ij alone, as skinning weights for linear blend or dual
 * quaternion skinning: Delta Mush baked into a plain rig without example poses.
 */

import { dualQuaternionDeformer } from "../../classic/dual-quaternion";
import { linearBlendDeformer } from "../../classic/linear-blend";
import type { BlendRows, Deformer } from "../../deformer";
import type { DirectEntries } from "../omega";

/** The smoothed weights, rows that sum to 1. */
export function smoothedWeights({ offsets, bones, omega }: DirectEntries): BlendRows {
  return { offsets, bones, values: omega };
}

export function ddmV5(entries: DirectEntries, skinning: "linear" | "dual-quaternion" = "linear"): Deformer {
  const deformer = skinning === "linear" ? linearBlendDeformer : dualQuaternionDeformer;
  return deformer(entries.rest, smoothedWeights(entries));
}
