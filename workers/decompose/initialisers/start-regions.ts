/**
 * Multi-source region growing (Kavan, Sloan & O'Sullivan 2010). Triangles spread evenly over the rest pose are seeds.
 * Regions grow over the mesh; each step adds the vertex that some region's motion predicts best. Then a motion is
 * fitted to each region. A seed says little about the motion around it, so this repeats several times from the vertex
 * of each region that follows its motion best. The best result is kept. Shells without a seed go to the region that
 * predicts them best.
 *
 * Choices that the paper leaves open: seeds are farthest points. At first the rigid motion of a seed and its neighbours
 * predicts, later the motion of the whole previous region.
 */

import { type Adjacency, adjacencyOf } from "../../geometry/adjacency";
import { MinHeap } from "../../math/order/min-heap";
import { connectedComponents } from "../../mesh/components";
import type { Task } from "../../model/task";
import type { Problem } from "../problem/problem";
import { wholeSample } from "../problem/sample";
import { Clusters } from "./clusters";
import type { Start, StartContext, VertexSets } from "./start-context";

/** How often regions are grown and fitted. */
const ROUNDS = 6;
/** This many vertices of a shell decide which region predicts it best. */
const PROBES = 64;
/** Vertices between checkpoints. */
const STEP = 4096;

export const startRegions: Start = async (context, bones, _random, task) => {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  const labels = await regionsOf(context, clusters, bones, task);
  if (labels) await clusters.fitSets(setsOf(labels), task);
  await clusters.topUp(bones, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/** Region of each vertex, or null if the mesh has no triangles to seed. */
export async function regionsOf(
  { problem }: StartContext,
  clusters: Clusters,
  bones: number,
  task: Task,
): Promise<Int32Array | null> {
  const { vertexCount, triangles } = problem;
  const adjacency = adjacencyOf(triangles, vertexCount);
  const shells = connectedComponents(vertexCount, triangles);
  let seeds = await spreadTriangles(problem, bones, task);
  if (seeds.length === 0) return null;
  await clusters.fitSets(patchesOf(seeds, adjacency), task);
  let best: Int32Array | null = null;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const labels = await grow(clusters, adjacency, seeds, task);
    reachShells(clusters, shells.label, shells.count, labels);
    await clusters.fitSets(setsOf(labels), task);
    const { total, closest } = await judge(clusters, labels, task);
    if (total < least) {
      least = total;
      best = labels.slice();
    }
    seeds = closest.map((i) => [i]);
  }
  return best;
}

/**
 * Corners of at most `count` triangles. Each is the farthest from the earlier ones, by their centres; the first is the
 * farthest from the middle of all.
 */
async function spreadTriangles({ rest, triangles }: Problem, count: number, task: Task): Promise<number[][]> {
  const size = Math.floor(triangles.length / 3);
  const centres = new Float64Array(3 * size);
  const mean = [0, 0, 0];
  for (let t = 0; t < size; t++) {
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) centres[3 * t + a] += rest[4 * triangles[3 * t + c] + a] / 3;
      mean[a] += centres[3 * t + a] / size;
    }
  }
  const far = new Float64Array(size).fill(Infinity);
  const seeds: number[][] = [];
  let from = mean;
  while (seeds.length < Math.min(count, size)) {
    let best = 0;
    for (let t = 0; t < size; t++) {
      const square =
        (centres[3 * t] - from[0]) ** 2 +
        (centres[3 * t + 1] - from[1]) ** 2 +
        (centres[3 * t + 2] - from[2]) ** 2;
      // The middle is not a seed itself.
      far[t] = seeds.length === 1 ? square : Math.min(far[t], square);
      if (far[t] > far[best]) best = t;
    }
    if (seeds.length > 0 && far[best] === 0) break;
    seeds.push(Array.from(triangles.subarray(3 * best, 3 * best + 3)));
    from = Array.from(centres.subarray(3 * best, 3 * best + 3));
    if (seeds.length % 64 === 0) await task.checkpoint();
  }
  return seeds;
}

/** Each seed with its neighbours. */
function patchesOf(seeds: readonly (readonly number[])[], { offsets, neighbours }: Adjacency): VertexSets {
  const sets = seeds.map((seed) => [
    ...new Set(seed.flatMap((i) => [i, ...neighbours.subarray(offsets[i], offsets[i + 1])])),
  ]);
  const ends = Int32Array.from([0, ...sets.map((set) => set.length)]);
  for (let j = 1; j < ends.length; j++) ends[j] += ends[j - 1];
  return { offsets: ends, members: Int32Array.from(sets.flat()) };
}

/** Grows regions from their seeds under the clusters' motions. Unreached vertices get −1. */
async function grow(
  clusters: Clusters,
  { offsets, neighbours }: Adjacency,
  seeds: readonly (readonly number[])[],
  task: Task,
): Promise<Int32Array> {
  const labels = new Int32Array(offsets.length - 1).fill(-1);
  const heap = new MinHeap();
  const take = (i: number, j: number) => {
    labels[i] = j;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const v = neighbours[e];
      if (labels[v] < 0) heap.push(clusters.errorOf(v, j), v * seeds.length + j);
    }
  };
  seeds.forEach((seed, j) => {
    for (const i of seed) if (labels[i] < 0) take(i, j);
  });
  for (let taken = 1; heap.size > 0; ) {
    const item = heap.pop();
    const i = Math.floor(item / seeds.length);
    if (labels[i] >= 0) continue;
    take(i, item % seeds.length);
    if (taken++ % STEP === 0) await task.checkpoint();
  }
  return labels;
}

/** Gives each shell without a region to the one that predicts it best. */
function reachShells(clusters: Clusters, shells: Uint32Array, count: number, labels: Int32Array): void {
  const left = Array.from({ length: count }, (): number[] => []);
  labels.forEach((label, i) => {
    if (label < 0) left[shells[i]].push(i);
  });
  for (const vertices of left) {
    if (vertices.length === 0) continue;
    const step = Math.ceil(vertices.length / PROBES);
    const probes = vertices.filter((_, n) => n % step === 0);
    let best = 0;
    let least = Infinity;
    for (let j = 0; j < clusters.count; j++) {
      let sum = 0;
      for (const i of probes) sum += clusters.errorOf(i, j);
      if (sum < least) {
        least = sum;
        best = j;
      }
    }
    for (const i of vertices) labels[i] = best;
  }
}

/** Sets of vertices by label. Labels without vertices are skipped. */
export function setsOf(labels: Int32Array): VertexSets {
  const numbers = [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
  const place = new Int32Array((numbers.at(-1) ?? -1) + 1);
  numbers.forEach((label, j) => {
    place[label] = j;
  });
  const offsets = new Int32Array(numbers.length + 1);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue;
    labels[i] = place[labels[i]];
    offsets[labels[i] + 1]++;
  }
  for (let j = 0; j < numbers.length; j++) offsets[j + 1] += offsets[j];
  const members = new Int32Array(offsets[numbers.length]);
  const next = offsets.slice();
  labels.forEach((label, i) => {
    if (label >= 0) members[next[label]++] = i;
  });
  return { offsets, members };
}

/** Squared error of all vertices under their own bones, and the vertex of each bone that follows it best. */
async function judge(
  clusters: Clusters,
  labels: Int32Array,
  task: Task,
): Promise<{ total: number; closest: number[] }> {
  const least = new Float64Array(clusters.count).fill(Infinity);
  const closest = new Array<number>(clusters.count).fill(0);
  let total = 0;
  for (let i = 0; i < labels.length; i++) {
    const error = clusters.errorOf(i, labels[i]);
    total += error;
    if (error < least[labels[i]]) {
      least[labels[i]] = error;
      closest[labels[i]] = i;
    }
    if (i % STEP === 0) await task.checkpoint();
  }
  return { total, closest };
}
