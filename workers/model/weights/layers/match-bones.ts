import type { SparseWeights } from "../../rig/sparse-weights";

/** Two bones match if they share more than this part of the weight that either of them has. */
const SHARED = 0.5 + 1e-6;

/** The names of a rig's bones, and its weights. */
export interface NamedWeights {
  names: readonly string[];
  weights: SparseWeights;
}

/**
 * Finds the bones of a rig in another rig of the same mesh by the vertices that they move. Pairs are compared by Σ
 * min(a, b) / Σ max(a, b) over the vertices. The best pairs come first, with namesakes before other equal pairs; a
 * share of one half or less is no match. Each bone matches once.
 * @returns the name in `after` of each bone of `before` that was found.
 */
export function matchBones(before: NamedWeights, after: NamedWeights): Map<string, string> {
  const shared = sharedWeights(before.weights, after.weights, after.names.length);
  const [own, others] = [massOf(before), massOf(after)];
  const pairs: { from: number; to: number; share: number }[] = [];
  for (const [key, sum] of shared) {
    const [from, to] = [Math.floor(key / after.names.length), key % after.names.length];
    const share = sum / (own[from] + others[to] - sum);
    if (share > SHARED) pairs.push({ from, to, share });
  }
  const isNamesake = ({ from, to }: (typeof pairs)[number]) => Number(before.names[from] === after.names[to]);
  pairs.sort((a, b) => b.share - a.share || isNamesake(b) - isNamesake(a) || a.from - b.from || a.to - b.to);
  const found = new Map<string, string>();
  const taken = new Set<number>();
  for (const { from, to } of pairs) {
    if (found.has(before.names[from]) || taken.has(to)) continue;
    found.set(before.names[from], after.names[to]);
    taken.add(to);
  }
  return found;
}

/** Σ min(a, b) over the vertices for the pairs of bones that share any vertex. The key of a pair is a · count + b. */
function sharedWeights(a: SparseWeights, b: SparseWeights, count: number): Map<number, number> {
  const sums = new Map<number, number>();
  const vertexCount = Math.min(a.offsets.length, b.offsets.length) - 1;
  for (let i = 0; i < vertexCount; i++) {
    for (let e = a.offsets[i]; e < a.offsets[i + 1]; e++) {
      for (let f = b.offsets[i]; f < b.offsets[i + 1]; f++) {
        const key = a.bones[e] * count + b.bones[f];
        sums.set(key, (sums.get(key) ?? 0) + Math.min(a.values[e], b.values[f]));
      }
    }
  }
  return sums;
}

function massOf({ names, weights: { bones, values } }: NamedWeights): Float64Array {
  const mass = new Float64Array(names.length);
  bones.forEach((j, e) => {
    mass[j] += values[e];
  });
  return mass;
}
