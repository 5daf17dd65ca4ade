/**
 * Skinning in two layers (Le & Deng 2013): a pose first blends the bones into virtual bones, N_r = Σ_j d(r, j) M_j, and
 * then each vertex blends few of these, x(i) = Σ_r a(i, r) N_r [rest(i); 1].
 */
import type { TwoLayer } from "../../model/rig/rig";
import type { Deformer } from "../deformer";
import { linearBlendDeformer } from "./linear-blend";

export function twoLayerDeformer(rest: ArrayLike<number>, { virtual, vertices }: TwoLayer): Deformer {
  const second = linearBlendDeformer(rest, vertices);
  const q = virtual.offsets.length - 1;
  const blended = new Float64Array(12 * q);
  return {
    vertexCount: second.vertexCount,
    pose(bones, out, corrected) {
      blended.fill(0);
      for (let r = 0; r < q; r++) {
        for (let d = virtual.offsets[r]; d < virtual.offsets[r + 1]; d++) {
          const from = 12 * virtual.bones[d];
          for (let n = 0; n < 12; n++) blended[12 * r + n] += virtual.values[d] * bones[from + n];
        }
      }
      return second.pose(blended, out, corrected);
    },
  };
}
