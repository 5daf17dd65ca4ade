/**
 * Dual quaternion skinning: Kavan, Collins, Žára & O'Sullivan 2008, "Geometric skinning with approximate dual
 * quaternion blending".
 *
 * A rigid bone is the unit dual quaternion q0 + ε qε with qε = ½ t q0 (eq. 7). A vertex blends the dual quaternions of
 * its bones linearly, Σ w_j (q0 + ε qε)_j, each in the hemisphere of the largest weight (section 4.1), and divides by
 * the length of the real part (DLB, eq. 12): a rigid motion again. Bones that also stretch are handled in two phases
 * (section 4.2): M_j = R_j S_j, the vertex is first scaled by Σ w_j S_j, then moved by the blend of the rigid parts.
 */
import { addRotated, rotationMatrix } from "../../math/quaternion";
import { boneRotations } from "../../model/rig/bone-rotations";
import { type BlendRows, type Deformer, emptyPose } from "../deformer";
import { blendRotations, hemisphereSign, pivotOf } from "./quaternion-blend";

/** @param rest 3V; `weights` rows sum to 1. */
export function dualQuaternionDeformer(rest: ArrayLike<number>, weights: BlendRows): Deformer {
  const { offsets, bones: of, values } = weights;
  const vertexCount = offsets.length - 1;
  const scaled = new Float64Array(3);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount), corrected = rest) {
      const turns = boneRotations(bones);
      const duals = dualParts(bones, turns);
      const stretches = boneStretches(bones, turns);
      out.certainty.fill(1);
      for (let i = 0; i < vertexCount; i++) {
        const [first, end] = [offsets[i], offsets[i + 1]];
        blendRotations(turns, of, values, first, end, out.rotations, 4 * i);
        scaled.fill(0);
        for (let e = first; e < end; e++) {
          const s = 9 * of[e];
          for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 3; c++)
              scaled[r] += values[e] * stretches[s + 3 * r + c] * corrected[3 * i + c];
          }
        }
        blendedTranslation(turns, duals, of, values, first, end, out.positions, 3 * i);
        addRotated(out.rotations, 4 * i, scaled, 0, out.positions, 3 * i);
      }
      return out;
    },
  };
}

/** qε = ½ t q0 of each bone, x, y, z, w, 4B. */
function dualParts(bones: ArrayLike<number>, turns: Float64Array): Float64Array {
  const duals = new Float64Array(turns.length);
  for (let j = 0; 4 * j < turns.length; j++) {
    const [x, y, z, w] = turns.subarray(4 * j, 4 * j + 4);
    const [a, b, c] = [bones[12 * j + 3] / 2, bones[12 * j + 7] / 2, bones[12 * j + 11] / 2];
    duals[4 * j] = a * w + b * z - c * y;
    duals[4 * j + 1] = b * w + c * x - a * z;
    duals[4 * j + 2] = c * w + a * y - b * x;
    duals[4 * j + 3] = -(a * x + b * y + c * z);
  }
  return duals;
}

/** S = RᵀM of each bone, 9B row-major: the identity for a rigid one. */
function boneStretches(bones: ArrayLike<number>, turns: Float64Array): Float64Array {
  const stretches = new Float64Array((9 * turns.length) / 4);
  const turn = new Float64Array(9);
  for (let j = 0; 4 * j < turns.length; j++) {
    rotationMatrix(turns, 4 * j, turn, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += turn[3 * k + r] * bones[12 * j + 4 * k + c];
        stretches[9 * j + 3 * r + c] = sum;
      }
    }
  }
  return stretches;
}

/** t = 2 qε q0* / |q0|² of the blend, into three numbers of `out`. */
function blendedTranslation(
  turns: Float64Array,
  duals: Float64Array,
  of: ArrayLike<number>,
  weights: ArrayLike<number>,
  first: number,
  end: number,
  out: Float64Array,
  to: number,
): void {
  const pivot = of[pivotOf(weights, first, end)];
  const real = [0, 0, 0, 0];
  const dual = [0, 0, 0, 0];
  for (let e = first; e < end; e++) {
    const weight = weights[e] * hemisphereSign(turns, pivot, of[e]);
    for (let c = 0; c < 4; c++) {
      real[c] += weight * turns[4 * of[e] + c];
      dual[c] += weight * duals[4 * of[e] + c];
    }
  }
  const [x, y, z, w] = real;
  const [a, b, c, d] = dual;
  const twice = 2 / Math.max(x * x + y * y + z * z + w * w, 1e-24);
  out[to] = twice * (w * a - d * x + (c * y - b * z));
  out[to + 1] = twice * (w * b - d * y + (a * z - c * x));
  out[to + 2] = twice * (w * c - d * z + (b * x - a * y));
}
