import type { Crossing } from "../../../viewport/picking/picker";

/** An interval of a ray inside a volume, as distances from the ray's origin. */
export type Inside = readonly [from: number, to: number];

/**
 * Crossings in the same direction are one if they are nearer than this share of the distance between the first and the
 * last, because the ray hit an edge.
 */
const SAME = 1e-5;

/** The crossings in order. Those through an edge or a corner that triangles share appear once. */
function distinct(crossings: readonly Crossing[]): Crossing[] {
  const sorted = [...crossings].sort((a, b) => a.distance - b.distance);
  if (sorted.length < 2) return sorted;
  const reach = SAME * (sorted[sorted.length - 1].distance - sorted[0].distance);
  const kept: Crossing[] = [];
  for (const each of sorted) {
    const isAgain = kept.some((k) => k.enters === each.enters && each.distance - k.distance <= reach);
    if (!isAgain) kept.push(each);
  }
  return kept;
}

/**
 * The intervals of a ray from outside in which it is inside a mesh, nearest first. Overlapping shells form one volume:
 * an interval ends when as many surfaces have been left as were entered. A mesh that is turned inside out has the same
 * volume. If the surface is open, so that the counts never match, an interval ends at the next surface that is left, or
 * else at the next surface of any kind. A single sheet gives an interval of length 0.
 */
export function insideOf(crossings: readonly Crossing[]): Inside[] {
  const list = distinct(crossings);
  const stretches: Inside[] = [];
  for (let n = 0; n < list.length; ) {
    const end = endOf(list, n);
    stretches.push([list[n].distance, list[end].distance]);
    n = end + 1;
  }
  return stretches;
}

/** Index of the crossing that ends the interval starting at crossing `from`. */
function endOf(list: readonly Crossing[], from: number): number {
  let depth = 0;
  for (let n = from; n < list.length; n++) {
    depth += list[n].enters === list[from].enters ? 1 : -1;
    if (depth === 0) return n;
  }
  const left = list.findIndex((each, n) => n > from && each.enters !== list[from].enters);
  return left >= 0 ? left : Math.min(from + 1, list.length - 1);
}

/** Distance from a point inside to where a ray from it leaves the volume; null if it hits nothing. */
export function exitOf(crossings: readonly Crossing[]): number | null {
  const list = distinct(crossings);
  let depth = 1;
  for (const { enters, distance } of list) {
    depth += enters ? 1 : -1;
    if (depth === 0) return distance;
  }
  return list[0]?.distance ?? null;
}

/** The interval that contains a distance, or else the nearest one; null if there are none. */
export function nearestInside(stretches: readonly Inside[], distance: number): Inside | null {
  let best: Inside | null = null;
  let least = Infinity;
  for (const stretch of stretches) {
    const away = Math.max(stretch[0] - distance, distance - stretch[1], 0);
    if (away < least) [least, best] = [away, stretch];
  }
  return best;
}
