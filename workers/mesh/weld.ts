import { DisjointSets } from "./disjoint-sets";

/**
 * Finds points that are one point of the surface although the file has several: the sides of a UV, normal or material
 * seam. Two points weld if they coincide in the rest pose and in every frame **and** an open edge of one lies on an
 * open edge of the other. A seam is a cut in a surface, so its edges belong to one face only. Closed shells that touch
 * or coincide keep their own points, and so do sheets that meet only in a point. Welding these would make non-manifold
 * vertices and edges, and would join parts that may separate in another take.
 */
export interface SeamLinks {
  /** Pairs of points that may be one, 2n. */
  pairs: Uint32Array;
}

/**
 * Points within this share of the diagonal coincide. It is larger than the rounding of f32 and smaller than any detail.
 */
export const WELD_TOLERANCE = 1e-6;
/** Two units in the last place of an f32, for poses far from the origin. */
const ROUNDING = 2.4e-7;

/** A direction that modellers do not use, so few distinct points share a place along it. */
const SWEEP = [0.5377, 0.6191, 0.5724];

/**
 * Groups the marked points within `tolerance` of each other, by a sweep along one direction. Returns the first point of
 * each point's group, P.
 */
export function coincidentPoints(
  positions: ArrayLike<number>,
  marked: Uint8Array,
  tolerance: number,
): Uint32Array {
  const group = Uint32Array.from(marked, (_, p) => p);
  const along = new Float64Array(marked.length);
  for (let p = 0; p < marked.length; p++) {
    for (let c = 0; c < 3; c++) along[p] += SWEEP[c] * positions[3 * p + c];
  }
  const order = group.filter((p) => marked[p] === 1).sort((p, q) => along[p] - along[q] || p - q);
  // First points of the groups that the sweep has reached but not yet passed.
  let open: number[] = [];
  for (const p of order) {
    const reach = 2 * (tolerance + ROUNDING * Math.abs(along[p]));
    if (open.length > 0 && along[p] - along[open[0]] > reach)
      open = open.filter((q) => along[p] - along[q] <= reach);
    const first = open.find((q) => within(positions, p, q, tolerance));
    if (first === undefined) open.push(p);
    else group[p] = first;
  }
  return group;
}

function within(positions: ArrayLike<number>, p: number, q: number, tolerance: number): boolean {
  for (let c = 0; c < 3; c++) {
    const [a, b] = [positions[3 * p + c], positions[3 * q + c]];
    if (!(Math.abs(a - b) <= tolerance + ROUNDING * Math.abs(a))) return false;
  }
  return true;
}

/** Calls `visit` for each corner's edge, in the face's direction, and skips edges between equal points. */
function eachEdge(
  offsets: Uint32Array,
  cornerPoints: Uint32Array,
  visit: (a: number, b: number, corner: number) => void,
): void {
  for (let p = 0; p + 1 < offsets.length; p++) {
    for (let c = offsets[p]; c < offsets[p + 1]; c++) {
      const next = c + 1 < offsets[p + 1] ? c + 1 : offsets[p];
      if (cornerPoints[c] !== cornerPoints[next]) visit(cornerPoints[c], cornerPoints[next], c);
    }
  }
}

/**
 * Edges of one face only, as pairs of points in the face's direction, 2n. Edges are stored in linked lists at the end
 * with fewer edges, so lists are short even at the pole of a fan.
 */
function openEdges(offsets: Uint32Array, cornerPoints: Uint32Array, pointCount: number): Uint32Array {
  const degree = new Uint32Array(pointCount);
  eachEdge(offsets, cornerPoints, (a, b) => {
    degree[a]++;
    degree[b]++;
  });
  const head = new Int32Array(pointCount).fill(-1);
  const next = new Int32Array(cornerPoints.length);
  const other = new Uint32Array(cornerPoints.length);
  const faces = new Uint32Array(cornerPoints.length);
  const edgeOf = new Uint32Array(cornerPoints.length);
  eachEdge(offsets, cornerPoints, (a, b, corner) => {
    const [home, away] = degree[a] < degree[b] || (degree[a] === degree[b] && a < b) ? [a, b] : [b, a];
    let edge = head[home];
    while (edge >= 0 && other[edge] !== away) edge = next[edge];
    if (edge < 0) {
      edge = corner;
      other[edge] = away;
      next[edge] = head[home];
      head[home] = edge;
    }
    faces[edge]++;
    edgeOf[corner] = edge;
  });
  const open: number[] = [];
  eachEdge(offsets, cornerPoints, (a, b, corner) => {
    if (faces[edgeOf[corner]] === 1) open.push(a, b);
  });
  return Uint32Array.from(open);
}

/**
 * Pairs of points that open edges bring together in this pose.
 * @param tolerance distance within which points coincide.
 */
export function seamLinks(
  positions: ArrayLike<number>,
  offsets: Uint32Array,
  cornerPoints: Uint32Array,
  tolerance: number,
): SeamLinks {
  const pointCount = positions.length / 3;
  const open = openEdges(offsets, cornerPoints, pointCount);
  const rim = new Uint8Array(pointCount);
  for (const p of open) rim[p] = 1;
  const group = coincidentPoints(positions, rim, tolerance);
  // The first open edge at each place, and links from it to the others that lie on it.
  const firstAt = new Map<number, [number, number]>();
  const pairs: number[] = [];
  const link = (a: number, b: number) => a !== b && pairs.push(a, b);
  for (let e = 0; e < open.length; e += 2) {
    let [a, b] = [open[e], open[e + 1]];
    if (group[a] === group[b]) continue;
    if (group[a] > group[b]) [a, b] = [b, a];
    const key = group[a] * pointCount + group[b];
    const first = firstAt.get(key);
    if (!first) firstAt.set(key, [a, b]);
    else {
      link(first[0], a);
      link(first[1], b);
    }
  }
  return { pairs: Uint32Array.from(pairs) };
}

/** Marks the links whose points are apart in this pose. @returns the number of new marks. */
export function partLinks(
  links: SeamLinks,
  positions: ArrayLike<number>,
  tolerance: number,
  apart: Uint8Array,
): number {
  let parted = 0;
  for (let e = 0; e < apart.length; e++) {
    if (apart[e] || within(positions, links.pairs[2 * e], links.pairs[2 * e + 1], tolerance)) continue;
    apart[e] = 1;
    parted++;
  }
  return parted;
}

export interface Weld {
  /** Welded vertex of each point, P; `count` for unused points. */
  vertex: Uint32Array;
  /** One point of each welded vertex, `count`. */
  point: Uint32Array;
  count: number;
}

/** Numbers the welded vertices in the order of their first points, skipping points without faces. */
export function weldPoints(pointCount: number, used: Uint8Array, links: SeamLinks, apart: Uint8Array): Weld {
  const sets = new DisjointSets(pointCount);
  for (let e = 0; e < apart.length; e++) {
    if (!apart[e]) sets.union(links.pairs[2 * e], links.pairs[2 * e + 1]);
  }
  const vertex = new Uint32Array(pointCount);
  const points: number[] = [];
  for (let p = 0; p < pointCount; p++) {
    if (!used[p]) continue;
    const root = sets.find(p);
    // The root is the smallest of its set, and all points of links are used, so the root already has a number.
    vertex[p] = root === p ? points.push(p) - 1 : vertex[root];
  }
  for (let p = 0; p < pointCount; p++) if (!used[p]) vertex[p] = points.length;
  return { vertex, point: Uint32Array.from(points), count: points.length };
}
