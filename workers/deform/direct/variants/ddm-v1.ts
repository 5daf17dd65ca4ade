/**
 * Direct Delta Mush v1, without a decomposition: Le & Lewis 2019, section 3.5.2.
 *
 * R'_i = (Q − q pᵀ)(P − p pᵀ)⁻¹ is the best linear map of the patch; R_i = R'⁻ᵀ / det(R'⁻ᵀ) = cof(R'), its cofactors,
 * is how it carries two tangents: cof(Q − q pᵀ) (P − p pᵀ) / det(P − p pᵀ), without a division by det R'. It is not a
 * rotation: it shears, and where det R' < 0 it turns the delta against the map (R_iᵀ R'_i = det(R'_i) I).
 */
import { bestRotation } from "../../../math/best-rotation";
import { type Deformer, emptyPose } from "../../deformer";
import { addSmoothPosition, deltasOf, setCovariance } from "../direct-pose";
import type { DirectEntries } from "../omega";

export function ddmV1(entries: DirectEntries): Deformer {
  const vertexCount = entries.offsets.length - 1;
  const deltas = deltasOf(entries);
  const patches = inverseTransposes(entries);
  const [covariance, cofactor, turn] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      out.positions.fill(0);
      for (let i = 0; i < vertexCount; i++) {
        setCovariance(entries, bones, i, covariance);
        setCofactors(covariance, cofactor);
        multiplySymmetric(cofactor, patches, 6 * i, turn);
        out.certainty[i] = bestRotation(turn, 0, out.rotations, 4 * i);
        addSmoothPosition(entries, bones, i, out.positions, 3 * i);
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) out.positions[3 * i + r] += turn[3 * r + c] * deltas[3 * i + c];
        }
      }
      return out;
    },
  };
}

/** (P − p pᵀ) / det(P − p pᵀ) of each vertex, 6V: what the paper caches. */
export function inverseTransposes({ offsets, moments }: DirectEntries): Float64Array {
  const patches = new Float64Array(6 * (offsets.length - 1));
  for (let i = 0; i + 1 < offsets.length; i++) {
    const patch = patches.subarray(6 * i, 6 * i + 6);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let n = 0; n < 6; n++) patch[n] += moments[9 * e + n];
    }
    const [xx, xy, xz, yy, yz, zz] = patch;
    const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    for (let n = 0; n < 6; n++) patch[n] /= determinant;
  }
  return patches;
}

/** The matrix of cofactors, det(m) m⁻ᵀ. */
function setCofactors(m: Float64Array, out: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    const [r1, r2] = [3 * ((r + 1) % 3), 3 * ((r + 2) % 3)];
    for (let c = 0; c < 3; c++) {
      const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
      out[3 * r + c] = m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1];
    }
  }
}

/** out = m · s for a symmetric s as xx, xy, xz, yy, yz, zz. */
function multiplySymmetric(m: Float64Array, s: Float64Array, at: number, out: Float64Array): void {
  const [xx, xy, xz, yy, yz, zz] = s.subarray(at, at + 6);
  for (let r = 0; r < 9; r += 3) {
    out[r] = m[r] * xx + m[r + 1] * xy + m[r + 2] * xz;
    out[r + 1] = m[r] * xy + m[r + 1] * yy + m[r + 2] * yz;
    out[r + 2] = m[r] * xz + m[r + 1] * yz + m[r + 2] * zz;
  }
}
