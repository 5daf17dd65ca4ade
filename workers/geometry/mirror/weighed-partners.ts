import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { SurfaceMirror } from "./surface-mirror";

/** A bone is one-sided if at least this share of its weights lies on one side of the plane. */
const ONE_SIDED = 0.9;

/** The least share of the smaller bone's weights that partners have in common across the plane. */
const SHARED = 0.25;

/** Bones with their partners on the other side. */
export interface Partners {
  /** The bone that takes each bone's weights on the other side, B: itself in the middle, and if there is none. */
  pairs: Int32Array;
  /** B: 1 for bones of one side whose weights no bone can take. They would move the wrong side. */
  lone: Uint8Array;
}

/**
 * Completes the partners of bones by what the bones move: the bones of a solve have neither names nor a tree, and the
 * two sides may be cut up in different ways. Two one-sided bones pair if, across the plane, each shares more weight
 * with the other than with any other free bone. If one side has more bones, several give their weights to one.
 * @param pairs what names and places tell, B; an involution.
 * @param fixed bones that the artist has paired, also with themselves.
 */
export function weighedPartners(
  weights: SparseWeights,
  mirror: Pick<SurfaceMirror, "half" | "nearest">,
  pairs: Int32Array,
  fixed: ReadonlySet<number>,
): Partners {
  const sides = oneSided(weights, mirror.half, pairs.length);
  const free = Int32Array.from(pairs, (l, j) => Number(l === j && sides[j] !== 0 && !fixed.has(j)));
  const { shared, masses } = sharedAcross(weights, mirror, free);
  /** The bone of the other side with which a bone shares most, or −1. */
  const best = (j: number, among: (l: number) => boolean) => {
    let [found, most] = [-1, 0];
    for (const [l, sum] of shared[j]) {
      if (sides[l] === -sides[j] && sum > most && among(l)) [found, most] = [l, sum];
    }
    return found;
  };
  const isFree = (l: number) => free[l] === 1;
  const completed = pairs.slice();
  const lone = new Uint8Array(pairs.length);
  for (let j = 0; j < pairs.length; j++) {
    if (!free[j]) continue;
    const l = best(j, isFree);
    const isMutual = l >= 0 && best(l, isFree) === j;
    if (isMutual && (shared[j].get(l) ?? 0) >= SHARED * Math.min(masses[j], masses[l])) {
      completed[j] = l;
      continue;
    }
    const taker = best(j, () => true);
    if (taker >= 0 && (shared[j].get(taker) ?? 0) >= SHARED * masses[j]) completed[j] = taker;
    else lone[j] = 1;
  }
  return { pairs: completed, lone };
}

/** The side of each bone, B: 1 or −1 if nearly all of its weights lie there, otherwise 0. */
function oneSided({ offsets, bones, values }: SparseWeights, half: Int8Array, count: number): Int8Array {
  const [sums, signed] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < half.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      sums[bones[e]] += values[e];
      signed[bones[e]] += half[i] * values[e];
    }
  }
  const least = 2 * ONE_SIDED - 1;
  return Int8Array.from(sums, (sum, j) =>
    sum > 0 && Math.abs(signed[j]) >= least * sum ? Math.sign(signed[j]) : 0,
  );
}

/** The weight that each free bone shares with each bone at the mirror images of its vertices, and its own. */
function sharedAcross(
  { offsets, bones, values }: SparseWeights,
  { nearest }: Pick<SurfaceMirror, "nearest">,
  free: Int32Array,
) {
  const shared = Array.from(free, () => new Map<number, number>());
  const masses = new Float64Array(free.length);
  for (let i = 0; i < nearest.length; i++) {
    const image = nearest[i];
    if (image < 0) continue;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = bones[e];
      if (!free[j]) continue;
      masses[j] += values[e];
      for (let o = offsets[image]; o < offsets[image + 1]; o++) {
        const l = bones[o];
        shared[j].set(l, (shared[j].get(l) ?? 0) + Math.min(values[e], values[o]));
      }
    }
  }
  return { shared, masses };
}
