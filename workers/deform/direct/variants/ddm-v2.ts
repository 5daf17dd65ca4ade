/**
 * Direct Delta Mush v2: Le & Lewis 2019, section 3.5.3. R_i is the quaternion blend of the bones' rotations by ψ, on
 * one hemisphere; t_i = Σ_j M_j [χ_ij; ω_ij] − R_i Σ_j χ_ij, so x_i = q_i + R_i (u_i − p_i) with the q_i of v0.
 */
import { addRotated } from "../../../math/quaternion";
import { boneRotations } from "../../../model/rig/bone-rotations";
import { blendRotations } from "../../classic/quaternion-blend";
import { type Deformer, emptyPose } from "../../deformer";
import { addSmoothPosition, deltasOf } from "../direct-pose";
import type { DirectEntries } from "../omega";

export function ddmV2(entries: DirectEntries): Deformer {
  const { offsets, bones: of, psi } = entries;
  const vertexCount = offsets.length - 1;
  const deltas = deltasOf(entries);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      const turns = boneRotations(bones);
      out.positions.fill(0);
      out.certainty.fill(1);
      for (let i = 0; i < vertexCount; i++) {
        blendRotations(turns, of, psi, offsets[i], offsets[i + 1], out.rotations, 4 * i);
        addSmoothPosition(entries, bones, i, out.positions, 3 * i);
        addRotated(out.rotations, 4 * i, deltas, 3 * i, out.positions, 3 * i);
      }
      return out;
    },
  };
}
