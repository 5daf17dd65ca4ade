/**
 * Direct Delta Mush v0, the full model: Le & Lewis 2019, section 3.5.1.
 * R_i = U Vᵀ of Q_i − q_i p_iᵀ = U S Vᵀ with the determinant +1; x_i = q_i + R_i (u_i − p_i), which is R_i u_i + t_i.
 */
import { bestRotation } from "../../../math/best-rotation";
import { addRotated } from "../../../math/quaternion";
import { type Deformer, emptyPose } from "../../deformer";
import { addSmoothPosition, deltasOf, setCovariance } from "../direct-pose";
import type { DirectEntries } from "../omega";

export function ddmV0(entries: DirectEntries): Deformer {
  const vertexCount = entries.offsets.length - 1;
  const deltas = deltasOf(entries);
  const covariance = new Float64Array(9);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      out.positions.fill(0);
      for (let i = 0; i < vertexCount; i++) {
        setCovariance(entries, bones, i, covariance);
        out.certainty[i] = bestRotation(covariance, 0, out.rotations, 4 * i);
        addSmoothPosition(entries, bones, i, out.positions, 3 * i);
        addRotated(out.rotations, 4 * i, deltas, 3 * i, out.positions, 3 * i);
      }
      return out;
    },
  };
}
