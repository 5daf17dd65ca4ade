import type { Problem } from "../../problem/problem";
import type { VertexSets } from "../start-context";

/** The most frames in the sums of errors, the most clusters times frames, and the most vertices times frames. */
const MOST_FRAMES = 64;
const MOST_MOMENTS = 1e6;
const MOST_POSED = 4e6;
/** Patches grow before the sums use fewer frames than this. */
const FEWEST_FRAMES = 16;
/** The most triangles in a first patch. */
const MOST_PATCH = 256;

/** Frames in the sums of errors, if there are few enough clusters. */
function framesFor(vertices: number, frames: number): number {
  const most = Math.min(frames, MOST_FRAMES);
  return Math.min(most, Math.max(FEWEST_FRAMES, Math.floor(MOST_POSED / vertices)));
}

/** The most frames in the sums of errors, and the most clusters times frames. */
export function momentNumbers(vertices: number, frames: number, triangles: number) {
  const most = framesFor(vertices, frames);
  return { most, moments: Math.min(triangles * most, Math.max(MOST_MOMENTS, triangles)) };
}

/** The first cluster of each triangle, the number of clusters, and the number of frames in their sums. */
interface Beginning {
  clusterOf: Uint32Array;
  clusters: number;
  frames: number;
}

/**
 * Starts with single triangles. If their sums would be too large, it uses fewer frames, then patches of as few
 * triangles as possible.
 */
export function beginWith(
  problem: Pick<Problem, "vertexCount" | "frameCount" | "triangles">,
  pairs: Uint32Array,
): Beginning {
  const { vertexCount, frameCount, triangles } = problem;
  const size = Math.floor(triangles.length / 3);
  const most = framesFor(vertexCount, frameCount);
  const frames = Math.min(most, Math.max(FEWEST_FRAMES, Math.floor(MOST_MOMENTS / size)));
  let clusterOf: Uint32Array = Uint32Array.from({ length: size }, (_, t) => t);
  let clusters = size;
  for (let many = 2; clusters * frames > MOST_MOMENTS && many <= MOST_PATCH; many *= 2) {
    clusterOf = patchesOf(pairs, size, many);
    clusters = clusterOf.reduce((last, p) => Math.max(last, p), 0) + 1;
  }
  return { clusterOf, clusters, frames: Math.min(frames, Math.max(1, Math.floor(MOST_MOMENTS / clusters))) };
}

/** Connected patches of at most `most` triangles, numbered from 0, to start with fewer clusters. */
function patchesOf(pairs: Uint32Array, size: number, most: number): Uint32Array {
  const offsets = new Uint32Array(size + 1);
  for (const t of pairs) offsets[t + 1]++;
  for (let t = 0; t < size; t++) offsets[t + 1] += offsets[t];
  const around = new Uint32Array(pairs.length);
  const next = offsets.slice();
  for (let p = 0; p < pairs.length; p += 2) {
    around[next[pairs[p]]++] = pairs[p + 1];
    around[next[pairs[p + 1]]++] = pairs[p];
  }
  const none = 0xffffffff;
  const patch = new Uint32Array(size).fill(none);
  let count = 0;
  for (let seed = 0; seed < size; seed++) {
    if (patch[seed] !== none) continue;
    const queue = [seed];
    patch[seed] = count;
    for (let n = 0; n < queue.length; n++) {
      for (let e = offsets[queue[n]]; e < offsets[queue[n] + 1] && queue.length < most; e++) {
        if (patch[around[e]] !== none) continue;
        patch[around[e]] = count;
        queue.push(around[e]);
      }
    }
    count++;
  }
  return patch;
}

/** Vertices of the triangles of each cluster, without repetition. */
export function clusterVertices(clusterOf: Uint32Array, triangles: Uint32Array, count: number): VertexSets {
  const sets = Array.from({ length: count }, () => new Set<number>());
  clusterOf.forEach((p, t) => {
    for (let c = 0; c < 3; c++) sets[p].add(triangles[3 * t + c]);
  });
  const offsets = new Int32Array(count + 1);
  sets.forEach((set, p) => {
    offsets[p + 1] = offsets[p] + set.size;
  });
  const members = new Int32Array(offsets[count]);
  sets.forEach((set, p) => {
    members.set([...set], offsets[p]);
  });
  return { offsets, members };
}
