import { bestAssignment } from "../../math/optimise/assignment";
import type { SparseWeights } from "../../model/rig/sparse-weights";

/**
 * Finds the mirror image of each bone from the weights: the overlap of bone j with the mirrored bone l is Σ_i w_ij
 * w_m(i)l over √(Σ w_ij² Σ w_il²), and the assignment of largest overlap pairs them. The overlap is symmetric, so a
 * cycle of even length splits into pairs without loss. In an odd cycle, the bone that loses least pairs with itself.
 * @param map the mirror image of each vertex, −1 for none.
 * @returns the partner of each bone, itself for bones of the middle: an involution.
 */
export function pairBones(weights: SparseWeights, map: Int32Array, count: number): Int32Array {
  const overlap = overlaps(weights, map, count);
  const assigned = bestAssignment(overlap);
  const partner = new Int32Array(count).fill(-1);
  for (let j = 0; j < count; j++) {
    if (partner[j] >= 0) continue;
    const cycle = [j];
    for (let l = assigned[j]; l !== j; l = assigned[l]) cycle.push(l);
    for (const [a, b] of splitCycle(cycle, overlap)) {
      partner[a] = b;
      partner[b] = a;
    }
  }
  return partner;
}

function overlaps({ offsets, bones, values }: SparseWeights, map: Int32Array, count: number): Float64Array[] {
  const overlap = Array.from({ length: count }, () => new Float64Array(count));
  const squares = new Float64Array(count);
  map.forEach((l, i) => {
    if (l < 0) return;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      squares[bones[e]] += values[e] ** 2;
      for (let f = offsets[l]; f < offsets[l + 1]; f++) overlap[bones[e]][bones[f]] += values[e] * values[f];
    }
  });
  overlap.forEach((row, j) => {
    for (let l = 0; l < count; l++) row[l] /= Math.sqrt(squares[j] * squares[l]) || 1;
  });
  return overlap;
}

type Pair = [number, number];

/** The pairs with the largest overlap along a cycle. One bone may stay alone. */
function splitCycle(cycle: readonly number[], overlap: readonly Float64Array[]): Pair[] {
  const n = cycle.length;
  if (n === 1) return [[cycle[0], cycle[0]]];
  const along = (first: number, pairs: number) =>
    Array.from(
      { length: pairs },
      (_, p): Pair => [cycle[(first + 2 * p) % n], cycle[(first + 2 * p + 1) % n]],
    );
  const total = (pairs: readonly Pair[]) =>
    pairs.reduce((sum, [a, b]) => sum + (a === b ? 1 : 2) * overlap[a][b], 0);
  const choices =
    n % 2 === 0
      ? [along(0, n / 2), along(1, n / 2)]
      : cycle.map((alone, at): Pair[] => [[alone, alone], ...along(at + 1, (n - 1) / 2)]);
  return choices.reduce((best, pairs) => (total(pairs) > total(best) ? pairs : best));
}
