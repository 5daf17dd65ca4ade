/**
 * Clusters of triangles by edge collapse (Schaefer & Yuksel 2007): every triangle begins as a cluster, and the two
 * neighbours that one rigid motion fits best, over all frames, are merged until as many are left as bones are wanted.
 *
 * The error of a merged cluster comes from sums over its vertices that are added when clusters merge
 * (`rigid-moments.ts`): no vertex is looked at again. A set never fits better than a part of it, so an error that is
 * out of date is a lower bound: it is found anew only when it comes up first, and the order is exactly that of trying
 * all pairs each time.
 *
 * What the paper leaves open: vertices count once, shared among their triangles; clusters of different shells are
 * neighbours, where they are near, if shells are many for the bones that are wanted (see `gapPairs`); the sums of long
 * or large sequences are kept small by leaving out frames, then by beginning with patches of a few triangles.
 */
import type { Parallel } from "../../kernels/parallel";
import { MinHeap } from "../../math/min-heap";
import { connectedComponents } from "../../mesh/components";
import { DisjointSets } from "../../mesh/disjoint-sets";
import { trianglePairs } from "../../mesh/triangle-pairs";
import type { Task } from "../../model/task";
import { Nearest } from "../problem/nearest";
import type { Problem } from "../problem/problem";
import { wholeSample } from "../problem/sample";
import { Clusters, type Start, type StartContext, type VertexSets } from "./clusters";

/** The most frames that errors are summed over, clusters times frames, and vertices times frames. */
const MOST_FRAMES = 64;
const MOST_MOMENTS = 1e6;
const MOST_POSED = 4e6;
/** Fewer frames than this are not taken where there are more, as long as patches help. */
const FEWEST_FRAMES = 16;
/** The most triangles in a patch to begin with. */
const MOST_PATCH = 256;
/** Clusters of other shells that are looked for around each. */
const NEAR = 8;
/** Clusters up to which all pairs are tried when no neighbours are left. */
const ALL_PAIRS = 200;
/** Errors found between checkpoints. */
const STEP = 256;

export const startEdgeCollapse: Start = async (context, bones, _random, task) => {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const sets = await collapseEdges(context, bones, task);
  arena.release(mark);
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  if (sets) await clusters.fitSets(sets, task);
  await clusters.topUp(bones, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/** Bytes of arena that finding clusters takes at most. */
export function edgeCollapseBytes(vertices: number, frames: number, corners: number): number {
  const triangles = Math.ceil(corners / 3);
  const most = framesFor(vertices, frames);
  const moments = Math.min(triangles * most, Math.max(MOST_MOMENTS, triangles));
  const pairs = corners + NEAR * triangles + ALL_PAIRS ** 2 / 2;
  const sets = 8 * vertices + 4 * (triangles + corners) + 12 * vertices * most;
  return 8 * (12 * moments + 8 * triangles) + 16 * pairs + sets + 4096;
}

/** Frames that errors are summed over, where clusters are few enough. */
function framesFor(vertices: number, frames: number): number {
  const most = Math.min(frames, MOST_FRAMES);
  return Math.min(most, Math.max(FEWEST_FRAMES, Math.floor(MOST_POSED / vertices)));
}

/** The cluster that each triangle begins in, how many there are, and how many frames their sums are over. */
interface Beginning {
  clusterOf: Uint32Array;
  clusters: number;
  frames: number;
}

/** Single triangles; where their sums would be too many, fewer frames, and then patches of as few triangles as will do. */
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

/** Vertices of at most `bones` clusters; null where there are no triangles. */
export async function collapseEdges(
  { parallel, problem }: StartContext,
  bones: number,
  task: Task,
): Promise<VertexSets | null> {
  const { triangles, vertexCount } = problem;
  if (triangles.length < 3) return null;
  const pairs = trianglePairs(triangles, vertexCount);
  const { clusterOf, clusters, frames } = beginWith(problem, pairs);
  const moments = await momentsOf(parallel, problem, cornersOf(clusterOf, triangles, clusters), frames, task);
  const neighbours = betweenPatches(pairs, clusterOf);
  const shells = connectedComponents(vertexCount, triangles);
  if (2 * usedShells(shells.label, triangles) > bones) {
    const shellOf = new Uint32Array(clusters);
    clusterOf.forEach((p, t) => {
      shellOf[p] = shells.label[triangles[3 * t]];
    });
    for (const p of gapPairs(moments, shellOf)) neighbours.push(p);
  }
  const sets = await merge(parallel, moments, neighbours, bones, task);
  const { label, count: found } = sets.labels();
  return cornersOf(
    clusterOf.map((p) => label[p]),
    triangles,
    found,
  );
}

function usedShells(label: Uint32Array, triangles: Uint32Array): number {
  const used = new Set<number>();
  for (let at = 0; at < triangles.length; at += 3) used.add(label[triangles[at]]);
  return used.size;
}

/** Connected patches of at most `most` triangles, numbered from 0: to begin with fewer clusters. */
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

/** Vertices of the triangles of each cluster, each once. */
function cornersOf(clusterOf: Uint32Array, triangles: Uint32Array, count: number): VertexSets {
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

function betweenPatches(pairs: Uint32Array, patchOf: Uint32Array): number[] {
  const out: number[] = [];
  for (let p = 0; p < pairs.length; p += 2) {
    const [a, b] = [patchOf[pairs[p]], patchOf[pairs[p + 1]]];
    if (a !== b) out.push(a, b);
  }
  return out;
}

/** Sums of clusters, in the arena: see `setMoments`. */
interface Moments {
  numbers: Float64Array;
  /** Numbers of a cluster. */
  size: number;
  frames: number;
  count: number;
}

async function momentsOf(
  parallel: Parallel,
  problem: Problem,
  { offsets, members }: VertexSets,
  frames: number,
  task: Task,
): Promise<Moments> {
  const { arena } = parallel;
  const count = offsets.length - 1;
  const size = 8 + 12 * frames;
  const numbers = arena.f64(count * size);
  const mark = arena.mark();
  const shares = arena.f64(problem.vertexCount).fill(0);
  for (const i of members) shares[i]++;
  for (let i = 0; i < shares.length; i++) if (shares[i] > 0) shares[i] = 1 / shares[i];
  const [ends, list] = [arena.i32(offsets.length), arena.i32(members.length)];
  ends.set(offsets);
  list.set(members);
  const posed = await posedVertices(parallel, problem, frames, task);
  const sets = [ends.byteOffset, list.byteOffset, shares.byteOffset, problem.rest.byteOffset];
  await parallel.run(task, "setMoments", count, 64, [...sets, posed.byteOffset, frames, numbers.byteOffset]);
  arena.release(mark);
  return { numbers, size, frames, count };
}

/** Normalised positions in some frames, evenly chosen: posed[(i·frames + k)·3 + axis]. */
async function posedVertices(
  parallel: Parallel,
  { vertexCount, frameCount, frames, centre, scale }: Problem,
  count: number,
  task: Task,
): Promise<Float32Array> {
  const posed = parallel.arena.f32(3 * vertexCount * count);
  for (let k = 0; k < count; k++) {
    const from = 3 * vertexCount * Math.floor((k * frameCount) / count);
    for (let i = 0; i < vertexCount; i++) {
      for (let c = 0; c < 3; c++) {
        posed[(i * count + k) * 3 + c] = (frames[from + 3 * i + c] - centre[c]) * scale;
      }
    }
    await task.checkpoint();
  }
  return posed;
}

/** Middle of each cluster's rest positions, in homogeneous coordinates. */
function middles({ numbers, size }: Moments, clusters: ArrayLike<number>): Float64Array {
  const out = new Float64Array(4 * clusters.length).fill(1);
  for (let n = 0; n < clusters.length; n++) {
    const at = clusters[n] * size;
    for (let c = 0; c < 3; c++) out[4 * n + c] = numbers[at + 1 + c] / numbers[at];
  }
  return out;
}

/** Clusters of different shells that are near each other. */
function gapPairs(moments: Moments, shellOf: Uint32Array): number[] {
  const nearest = new Nearest(
    middles(
      moments,
      shellOf.map((_, p) => p),
    ),
  );
  const pairs: number[] = [];
  for (let a = 0; a < shellOf.length; a++) {
    for (const b of nearest.around(a, NEAR)) if (shellOf[a] !== shellOf[b]) pairs.push(a, b);
  }
  return pairs;
}

/** Merges neighbours, the best fit first, until `wanted` clusters are left. Their sums are with the smallest of each. */
async function merge(
  parallel: Parallel,
  moments: Moments,
  neighbours: readonly number[],
  wanted: number,
  task: Task,
): Promise<DisjointSets> {
  const { numbers, size, count } = moments;
  const sets = new DisjointSets(count);
  const queue = new PairQueue(parallel, moments, sets);
  await queue.add(neighbours, task);
  let left = count;
  while (left > wanted) {
    const pair = await queue.best(task);
    if (!pair) {
      await queue.add(remote(moments, sets), task);
      continue;
    }
    const [a, b] = pair;
    sets.union(a, b);
    const [to, from] = [size * Math.min(a, b), size * Math.max(a, b)];
    for (let n = 0; n < size; n++) numbers[to + n] += numbers[from + n];
    queue.touch(Math.min(a, b));
    left--;
  }
  return sets;
}

/** Pairs of clusters that no edge joins: all of them, or of many the near ones. */
function remote(moments: Moments, sets: DisjointSets): number[] {
  const roots: number[] = [];
  for (let a = 0; a < moments.count; a++) if (sets.find(a) === a) roots.push(a);
  if (roots.length <= ALL_PAIRS) return roots.flatMap((a, n) => roots.slice(n + 1).flatMap((b) => [a, b]));
  const nearest = new Nearest(middles(moments, roots));
  return roots.flatMap((a, n) =>
    Array.from(nearest.around(n, NEAR)).flatMap((m) => (m === n ? [] : [a, roots[m]])),
  );
}

/** Pairs of clusters by the error of both as one. */
class PairQueue {
  private readonly parallel: Parallel;
  private readonly moments: Moments;
  private readonly sets: DisjointSets;
  private readonly heap = new MinHeap();
  private pairs: number[] = [];
  /** When each pair's error was found, and when each cluster last grew. */
  private found: number[] = [];
  private readonly grown: Uint32Array;
  private now = 1;
  /** When the error of two clusters was last found, by both numbers. */
  private readonly known = new Map<number, number>();

  constructor(parallel: Parallel, moments: Moments, sets: DisjointSets) {
    this.parallel = parallel;
    this.moments = moments;
    this.sets = sets;
    this.grown = new Uint32Array(moments.count);
  }

  async add(pairs: readonly number[], task: Task): Promise<void> {
    const { parallel, moments } = this;
    const { arena } = parallel;
    const mark = arena.mark();
    const [list, errors] = [arena.i32(pairs.length), arena.f64(pairs.length / 2)];
    list.set(pairs);
    const given = [list.byteOffset, moments.numbers.byteOffset, moments.frames, errors.byteOffset];
    await parallel.run(task, "pairErrors", errors.length, 64, given);
    errors.forEach((error, n) => {
      this.heap.push(error, this.found.length);
      this.pairs.push(pairs[2 * n], pairs[2 * n + 1]);
      this.found.push(this.now);
    });
    arena.release(mark);
  }

  /** The cluster changed. */
  touch(a: number): void {
    this.grown[a] = ++this.now;
  }

  /** The two clusters of the least error, or null where no pairs are left. */
  async best(task: Task): Promise<[number, number] | null> {
    const { arena } = this.parallel;
    const mark = arena.mark();
    const [pair, error] = [arena.i32(2), arena.f64(1)];
    try {
      for (let item = this.heap.pop(); item >= 0; item = this.heap.pop()) {
        const [p, q] = [this.sets.find(this.pairs[2 * item]), this.sets.find(this.pairs[2 * item + 1])];
        if (p === q) continue;
        const [a, b] = p < q ? [p, q] : [q, p];
        const changed = Math.max(this.grown[a], this.grown[b]);
        if (this.found[item] >= changed) return [a, b];
        const key = a * this.moments.count + b;
        // Another pair of the same clusters is in the queue with its error as it is now.
        if ((this.known.get(key) ?? 0) >= changed) continue;
        pair.set([a, b]);
        const { numbers, frames } = this.moments;
        const given = [pair.byteOffset, numbers.byteOffset, frames, error.byteOffset];
        this.parallel.call("pairErrors", 0, 1, 0, ...given);
        this.heap.push(error[0], item);
        this.found[item] = this.now;
        this.known.set(key, this.now);
        if (++this.counted % STEP === 0) await task.checkpoint();
      }
    } finally {
      arena.release(mark);
    }
    return null;
  }

  private counted = 0;
}
