import type { Rig } from "./rig";

/**
 * The rest pose that a rig poses in frame `k`, 3V: its own where it has no correction (the array itself), otherwise
 * rest(i) + Σ_n weights(k, n) · shapes(n, i), summed in f64, in an array of its own.
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
