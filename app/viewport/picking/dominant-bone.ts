import type { Rig } from "../../../workers/model/rig/rig";

/** The bone with the largest weight on vertex `i`, or null if it has none. */
export function dominantBone({ weights }: Rig, i: number): number | null {
  let best: number | null = null;
  let most = 0;
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    if (weights.values[e] > most) {
      most = weights.values[e];
      best = weights.bones[e];
    }
  }
  return best;
}
