import type { Nearest } from "../../../decompose/problem/nearest";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";

/** The number of vertices that are compared with their neighbours. */
const COMPARED = 2000;

/**
 * How much the residuals of neighbouring vertices correlate over all frames. Noise is near 0. Flesh that the bones do
 * not follow is near 1, because neighbours move together.
 */
export function neighbourCorrelation(sequence: MeshSequence, rig: Rig, nearest: Nearest): number {
  const V = sequence.vertexCount;
  const stride = Math.max(1, Math.floor(V / COMPARED));
  let [product, square] = [0, 0];
  for (let i = 0; i < V; i += stride) {
    const other = nearest.around(i, 2).find((n) => n !== i);
    if (other === undefined) continue;
    const [own, its] = [residual(sequence, rig, i), residual(sequence, rig, other)];
    for (let at = 0; at < own.length; at++) {
      product += own[at] * its[at];
      square += (own[at] ** 2 + its[at] ** 2) / 2;
    }
  }
  return square > 0 ? product / square : 0;
}

/** 3F: a vertex's positions in the animation minus those of the rig. */
function residual(
  { frames, vertexCount: V, frameCount: F }: MeshSequence,
  rig: Rig,
  i: number,
): Float64Array {
  const { rest, motion, bones, weights } = rig;
  const out = new Float64Array(3 * F);
  for (let at = 0; at < 3 * F; at++) {
    const [k, c] = [Math.floor(at / 3), at % 3];
    out[at] = frames[3 * (k * V + i) + c];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const m = 12 * (k * bones.length + weights.bones[e]) + 4 * c;
      const [x, y, z] = rest.subarray(3 * i, 3 * i + 3);
      out[at] -= weights.values[e] * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
    }
  }
  return out;
}
