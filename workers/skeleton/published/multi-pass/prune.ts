import type { LooseBones } from "../published-context";

/** A bone is redundant if its mass is below this share of the largest (equation 30). */
const REDUNDANT = 1e-2;

/**
 * The bones to remove, ascending, as long as there are more than `wanted`: the bones that equation 30 calls redundant,
 * the smallest first, or if there are none only the smallest bone.
 * @param masses Σ_i w_ij² of each bone.
 * @param all whether to remove all but `wanted` at once.
 */
export function redundantBones(masses: ArrayLike<number>, wanted: number, all = false): number[] {
  const order = Array.from(masses).map((_, j) => j);
  order.sort((a, b) => masses[a] - masses[b] || a - b);
  const surplus = order.length - wanted;
  if (surplus <= 0) return [];
  const most = masses[order[order.length - 1]];
  const redundant = order.filter((j) => masses[j] < REDUNDANT * most).length;
  return order.slice(0, all ? surplus : Math.min(surplus, Math.max(1, redundant))).sort((a, b) => a - b);
}

/**
 * Removes some bones. A vertex that followed one of them has no bone until its weights are found again. Other vertices
 * keep their weights.
 */
export function prunedBones(from: LooseBones, h: number, removed: readonly number[]): LooseBones {
  const place = new Int32Array(h);
  let left = 0;
  for (let j = 0; j < h; j++) place[j] = removed.includes(j) ? -1 : left++;
  const frames = from.motion.length / (12 * h);
  const motion = new Float64Array(12 * frames * left);
  for (let k = 0; k < frames; k++) {
    place.forEach((to, j) => {
      const at = 12 * (k * h + j);
      if (to >= 0) motion.set(from.motion.subarray(at, at + 12), 12 * (k * left + to));
    });
  }
  return { motion, ids: from.ids.map((j) => (j < 0 ? -1 : place[j])), values: from.values.slice() };
}

/** Empties the rows of vertices that lost a bone, which have a weight without a bone. */
export function emptyTornRows({ ids, values }: Pick<LooseBones, "ids" | "values">, slots: number): void {
  for (let at = 0; at < ids.length; at += slots) {
    let torn = false;
    for (let s = at; s < at + slots; s++) torn ||= ids[s] < 0 && values[s] > 0;
    if (!torn) continue;
    ids.fill(-1, at, at + slots);
    values.fill(0, at, at + slots);
  }
}
