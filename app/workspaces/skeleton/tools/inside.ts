import type { Crossing } from "../../../viewport/picking/picker";

/** A stretch of a ray that lies inside of a volume, from its origin on. */
export type Inside = readonly [from: number, to: number];

/** Crossings of one sign nearer than this, over the distance between the first and the last, are one: an edge was hit. */
const SAME = 1e-5;

/** Crossings in order, those through an edge or a corner that two triangles share only once. */
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
 * Where a ray from outside runs inside of a mesh, nearest first. Shells that cross each other are one volume: a
 * stretch ends where as many surfaces have been left as were entered. A mesh that is turned inside out has the same
 * volume. Where the surface is open, so that the count never comes out even, a stretch goes from one surface to the
 * next that is left, or to the next at all; a single sheet is a stretch without length.
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

/** Index of the crossing at which the stretch that begins with crossing `from` ends. */
function endOf(list: readonly Crossing[], from: number): number {
  let depth = 0;
  for (let n = from; n < list.length; n++) {
    depth += list[n].enters === list[from].enters ? 1 : -1;
    if (depth === 0) return n;
  }
  const left = list.findIndex((each, n) => n > from && each.enters !== list[from].enters);
  return left >= 0 ? left : Math.min(from + 1, list.length - 1);
}

/** Way from a point inside to where a ray from it leaves the volume; null where it meets nothing. */
export function exitOf(crossings: readonly Crossing[]): number | null {
  const list = distinct(crossings);
  let depth = 1;
  for (const { enters, distance } of list) {
    depth += enters ? 1 : -1;
    if (depth === 0) return distance;
  }
  return list[0]?.distance ?? null;
}

/** The stretch that holds a distance, or else lies nearest to it; null where there is none. */
export function nearestInside(stretches: readonly Inside[], distance: number): Inside | null {
  let best: Inside | null = null;
  let least = Infinity;
  for (const stretch of stretches) {
    const away = Math.max(stretch[0] - distance, distance - stretch[1], 0);
    if (away < least) [least, best] = [away, stretch];
  }
  return best;
}
