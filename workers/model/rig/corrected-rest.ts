import type { Rig, RigCorrection } from "./rig";

/** The weights of a rig's correction in frame `k`, or in its last frame if it has fewer; null without a correction. */
export function correctionWeights({ correction }: Pick<Rig, "correction">, k: number): Float32Array | null {
  if (!correction) return null;
  const { rank, weights } = correction;
  const at = rank * Math.min(k, weights.length / rank - 1);
  return weights.subarray(at, at + rank);
}

/** Position of vertex `i` in the corrected rest pose of some frames, 3 numbers per frame. */
export function correctedVertex(
  { rest, correction }: Pick<Rig, "rest" | "correction">,
  i: number,
  frames: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(3 * frames.length);
  for (let f = 0; f < frames.length; f++) {
    for (let c = 0; c < 3; c++) {
      let sum = rest[3 * i + c];
      for (let n = 0; correction && n < correction.rank; n++) {
        const weight = correction.weights[frames[f] * correction.rank + n];
        sum += weight * correction.shapes[n * rest.length + 3 * i + c];
      }
      out[3 * f + c] = sum;
    }
  }
  return out;
}

/** A correction with the weights of some frames, in their order. */
export function correctionInFrames(correction: RigCorrection, frames: ArrayLike<number>): RigCorrection {
  const { rank, weights } = correction;
  const chosen = new Float32Array(rank * frames.length);
  for (let k = 0; k < frames.length; k++) {
    chosen.set(weights.subarray(rank * frames[k], rank * (frames[k] + 1)), rank * k);
  }
  return { ...correction, weights: chosen };
}

/**
 * The rest pose that a rig deforms in frame `k`, 3V. Without a correction it is the rig's own array. Otherwise it is a
 * new array: rest(i) + Σ_n weights(k, n) · shapes(n, i), summed in f64.
 */
export function correctedRest(
  { rest, correction }: Pick<Rig, "rest" | "correction">,
  k: number,
): Float32Array | Float64Array {
  if (!correction) return rest;
  const { rank, shapes, weights } = correction;
  const out = Float64Array.from(rest);
  for (let n = 0; n < rank; n++) {
    const c = weights[k * rank + n];
    if (c === 0) continue;
    const from = n * rest.length;
    for (let at = 0; at < out.length; at++) out[at] += c * shapes[from + at];
  }
  return out;
}
