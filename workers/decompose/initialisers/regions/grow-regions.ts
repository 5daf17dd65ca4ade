/**
 * Multi-source region growing over a mesh (Kavan, Sloan & O'Sullivan 2010). Seeds are spread over the rest pose. The
 * region that predicts a neighbouring vertex best takes it next. A shell without a seed joins the region that predicts
 * it best.
 */
import type { Adjacency } from "../../../geometry/adjacency";
import { MinHeap } from "../../../math/order/min-heap";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import type { VertexSets } from "../start-context";

/** The motions that predict vertices while regions grow. */
export interface Motions {
  /** The number of regions. */
  count: number;
  /** Squared error of a vertex under the motion of region j, over all frames. */
  errorOf(vertex: number, j: number): number;
}

/** The shell of each vertex. */
interface Shells {
  label: Uint32Array;
  count: number;
}

/** This many vertices of a shell decide which region predicts it best. */
const PROBES = 64;
/** Vertices between checkpoints. */
const STEP = 4096;

/**
 * Corners of at most `count` triangles. Each is the farthest from the earlier ones, by their centres; the first is the
 * farthest from the middle of all.
 */
export async function spreadTriangles(
  { rest, triangles }: Problem,
  count: number,
  task: Task,
): Promise<number[][]> {
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

/**
 * Grows regions from their seeds. Each step adds the vertex that some region's motion predicts best. Unreached vertices
 * get −1.
 */
export async function grow(
  motions: Motions,
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
      if (labels[v] < 0) heap.push(motions.errorOf(v, j), v * seeds.length + j);
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
export function reachShells(motions: Motions, shells: Shells, labels: Int32Array): void {
  const left = Array.from({ length: shells.count }, (): number[] => []);
  labels.forEach((label, i) => {
    if (label < 0) left[shells.label[i]].push(i);
  });
  for (const vertices of left) {
    if (vertices.length === 0) continue;
    const step = Math.ceil(vertices.length / PROBES);
    const probes = vertices.filter((_, n) => n % step === 0);
    let best = 0;
    let least = Infinity;
    for (let j = 0; j < motions.count; j++) {
      let sum = 0;
      for (const i of probes) sum += motions.errorOf(i, j);
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
