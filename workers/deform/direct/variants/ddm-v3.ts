/**
 * Direct Delta Mush v3: Le & Lewis 2019, section 3.5.3. R_i = Σ_j ψ_ij M_jᴿ, a plain linear blend, with the length of
 * the delta restored: x_i = q_i + |d| / |R d| · R d, d = u_i − p_i.
 */
import { bestRotation } from "../../../math/best-rotation";
import { type Deformer, emptyPose } from "../../deformer";
import { addSmoothPosition, deltasOf, setBlendedLinear } from "../direct-pose";
import type { DirectEntries } from "../omega";

export function ddmV3(entries: DirectEntries): Deformer {
  const vertexCount = entries.offsets.length - 1;
  const deltas = deltasOf(entries);
  const linear = new Float64Array(9);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      out.positions.fill(0);
      for (let i = 0; i < vertexCount; i++) {
        setBlendedLinear(entries, bones, i, linear);
        out.certainty[i] = bestRotation(linear, 0, out.rotations, 4 * i);
        addSmoothPosition(entries, bones, i, out.positions, 3 * i);
        addKeepingLength(linear, deltas, out.positions, 3 * i);
      }
      return out;
    },
  };
}

/** out += |d| / |R d| · R d; adds nothing where R d vanishes, for example where half turns of bones cancel. */
function addKeepingLength(linear: Float64Array, deltas: Float64Array, out: Float64Array, at: number): void {
  const [x, y, z] = deltas.subarray(at, at + 3);
  const turned = [0, 3, 6].map((r) => linear[r] * x + linear[r + 1] * y + linear[r + 2] * z);
  const length = Math.hypot(...turned);
  if (length === 0) return;
  const scale = Math.hypot(x, y, z) / length;
  for (let c = 0; c < 3; c++) out[at + c] += scale * turned[c];
}
