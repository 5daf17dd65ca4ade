/**
 * Cuts a mesh along its edges into parts of about equal size: each seed is the vertex farthest along edges from earlier
 * seeds (Gonzalez 1985), and every vertex joins its nearest seed.
 */
import { MinHeap } from "../../../math/order/min-heap";
import type { Steps } from "../../../math/steps";
import { DisjointSets } from "../../../mesh/disjoint-sets";

/** A connected piece with fewer vertices gets no part. */
const LEAST = 16;
/** Seeds between two steps, which take some milliseconds. */
const SEEDS_AT_ONCE = 8;

/** @param points x, y, z of each vertex, 3V. */
interface Graph {
  points: ArrayLike<number>;
  offsets: ArrayLike<number>;
  neighbours: ArrayLike<number>;
}

/**
 * The part of each vertex, 0 .. count − 1, or −1 in small pieces of the mesh. Every larger piece has its own parts.
 * @param parts the requested number, 0 or more.
 */
export function* aggregates(graph: Graph, parts: number): Steps<{ of: Int32Array; count: number }> {
  const vertexCount = graph.offsets.length - 1;
  const of = new Int32Array(vertexCount).fill(-1);
  if (parts < 1) return { of, count: 0 };
  const ways = new Float64Array(vertexCount).fill(Infinity);
  let count = 0;
  for (const seed of firstSeeds(graph, ways)) {
    if (count % SEEDS_AT_ONCE === 0) yield;
    spread(graph, seed, count++, of, ways);
  }
  while (count > 0 && count < parts) {
    if (count % SEEDS_AT_ONCE === 0) yield;
    let far = -1;
    for (let i = 0; i < vertexCount; i++) if (ways[i] > (far < 0 ? 0 : ways[far])) far = i;
    if (far < 0) break;
    spread(graph, far, count++, of, ways);
  }
  return { of, count };
}

/** The first vertex of every piece that is large enough. Distances in smaller pieces become 0. */
function firstSeeds({ offsets, neighbours }: Graph, ways: Float64Array): number[] {
  const sets = new DisjointSets(ways.length);
  for (let i = 0; i < ways.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sets.union(i, neighbours[e]);
  }
  const { label, count } = sets.labels();
  const sizes = new Uint32Array(count);
  for (const piece of label) sizes[piece]++;
  const seeds: number[] = [];
  const seeded = new Uint8Array(count);
  label.forEach((piece, i) => {
    if (sizes[piece] < LEAST) ways[i] = 0;
    else if (seeded[piece] === 0) seeds.push(i);
    seeded[piece] = 1;
  });
  return seeds;
}

/** Dijkstra's algorithm from one seed, only where its paths are shorter than the known ones. */
function spread(
  { points, offsets, neighbours }: Graph,
  seed: number,
  part: number,
  of: Int32Array,
  ways: Float64Array,
): void {
  const heap = new MinHeap();
  const length = (i: number, k: number) =>
    Math.hypot(
      points[3 * k] - points[3 * i],
      points[3 * k + 1] - points[3 * i + 1],
      points[3 * k + 2] - points[3 * i + 2],
    );
  ways[seed] = 0;
  of[seed] = part;
  heap.push(0, seed);
  for (let i = heap.pop(); i >= 0; i = heap.pop()) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const k = neighbours[e];
      const way = ways[i] + length(i, k);
      // Coincident points have distance 0, and the first part that reaches them keeps them.
      if (!(way < ways[k])) continue;
      ways[k] = way;
      of[k] = part;
      heap.push(way, k);
    }
  }
}
