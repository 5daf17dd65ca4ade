// Smoothness as part of the Gram matrix of a vertex: with the weights w_l of its neighbours,
// c·Σ_l |w − w_l|² = wᵀ(c Σ_l (e_j − w_l)·(e_k − w_l))w because Σw = 1.

import { addTo, f64At, loadF64, loadI32, storeF64 } from "../memory";
import { ids, weights } from "./vertex-weights";
import { WeightsJob } from "./weights-job";

/** c·Σ_l w_l of the current vertex, h numbers. */
export let pull: usize = 0;

/** Σ_l |w_l|² over the neighbours of the vertex. */
let neighbourNorm: f64 = 0;

/** c: the weight of smoothness relative to the residual of the vertex. */
export let smoothness: f64 = 0;

/** The scratch numbers that `smoothnessSetUp` needs. */
export function smoothnessScratch(h: i32): i32 {
  return h + 2;
}

export function smoothnessSetUp(scratch: usize): void {
  pull = scratch;
}

/** Fills `pull` for a vertex of this importance. Returns the number of its neighbours, 0 without smoothness. */
export function smoothnessBegin(job: WeightsJob, vertex: i32, importance: f64): i32 {
  smoothness = job.importance ? job.smoothness / importance : job.smoothness;
  neighbourNorm = 0;
  if (!(job.smoothness > 0.0)) return 0;
  for (let j = 0; j < job.bones; j++) storeF64(pull, j, 0.0);
  const first = loadI32(job.neighbourOffsets, vertex);
  const last = loadI32(job.neighbourOffsets, vertex + 1);
  for (let e = first; e < last; e++) {
    const other = loadI32(job.neighbours, e) * job.slots;
    for (let s = 0; s < job.slots; s++) {
      const bone = loadI32(job.ids, other + s);
      if (bone < 0) break;
      const w = loadF64(job.values, other + s);
      neighbourNorm += w * w;
      addTo(f64At(pull, bone), smoothness * w);
    }
  }
  return last - first;
}

/** c·Σ_l |w_l|², the part of smoothness in the squared norm of the vertex. */
export function smoothnessNorm(): f64 {
  return smoothness * neighbourNorm;
}

/** c·Σ_l |w − w_l|² of the current n weights. */
export function roughness(n: i32, degree: i32): f64 {
  let sum = smoothness * neighbourNorm;
  for (let i = 0; i < n; i++) {
    const w = loadF64(weights, i);
    const mean = loadF64(pull, loadI32(ids, i));
    sum += w * (smoothness * <f64>degree * w - 2.0 * mean);
  }
  return sum;
}
