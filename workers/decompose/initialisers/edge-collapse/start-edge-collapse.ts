/**
 * Clusters of triangles by edge collapse (Schaefer & Yuksel 2007). Every triangle starts as a cluster. The two
 * neighbours that one rigid motion fits best, over all frames, are merged until there are as many clusters as bones.
 *
 * The error of a merged cluster comes from sums over its vertices, which are added when clusters merge
 * (`rigid-moments.ts`), so no vertex is visited again. A set never fits better than a part of it, so an outdated error
 * is a lower bound. It is computed again only when it comes up first, and the order is exactly that of trying all pairs
 * each time.
 *
 * Choices that the paper leaves open: each vertex counts once and is divided among its triangles. Near clusters of
 * different shells are neighbours if there are many shells for the number of bones (see `gapPairs`). The sums of long
 * or large sequences are kept small by leaving out frames, then by starting with patches of a few triangles.
 */
import type { Parallel } from "../../../kernels/parallel";
import { connectedComponents } from "../../../mesh/components";
import { DisjointSets } from "../../../mesh/disjoint-sets";
import { trianglePairs } from "../../../mesh/triangles/triangle-pairs";
import type { Task } from "../../../model/task";
import { Nearest } from "../../problem/nearest";
import { wholeSample } from "../../problem/sample";
import { Clusters } from "../clusters";
import type { Start, StartContext, VertexSets } from "../start-context";
import { beginWith, clusterVertices, momentNumbers } from "./first-patches";
import { PairQueue } from "./pair-queue";
import { type Moments, middles, momentsOf } from "./rigid-moments";

/** The number of clusters of other shells searched around each. */
const NEAR = 8;
/** With at most this many clusters, all pairs are tried when no neighbours remain. */
const ALL_PAIRS = 200;

export const startEdgeCollapse: Start = async (context, bones, _random, task) =>
  (await edgeCollapseBones(context, bones, task)).motion;

/** Motion of the bones, F·B·12, and the clusters of the first of them, if there are triangles. */
export async function edgeCollapseBones(
  context: StartContext,
  bones: number,
  task: Task,
): Promise<{ motion: Float64Array; sets: VertexSets | null }> {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const sets = await collapseEdges(context, bones, task);
  arena.release(mark);
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  if (sets) await clusters.fitSets(sets, task);
  await clusters.topUp(bones, task);
  const motion = clusters.motion();
  arena.release(mark);
  return { motion, sets };
}

/** The most arena bytes for finding clusters. */
export function edgeCollapseBytes(vertices: number, frames: number, corners: number): number {
  const triangles = Math.ceil(corners / 3);
  const { most, moments } = momentNumbers(vertices, frames, triangles);
  const pairs = corners + NEAR * triangles + ALL_PAIRS ** 2 / 2;
  const sets = 8 * vertices + 4 * (triangles + corners) + 12 * vertices * most;
  return 8 * (12 * moments + 8 * triangles) + 16 * pairs + sets + 4096;
}

/** Vertices of at most `bones` clusters, or null if there are no triangles. */
export async function collapseEdges(
  { parallel, problem, notes }: StartContext,
  bones: number,
  task: Task,
): Promise<VertexSets | null> {
  const { triangles, vertexCount } = problem;
  if (triangles.length < 3) return null;
  const pairs = trianglePairs(triangles, vertexCount);
  const { clusterOf, clusters, frames } = beginWith(problem, pairs);
  if (frames < problem.frameCount) {
    notes.add(`Edge collapse sums errors over ${frames} of ${problem.frameCount} frames.`);
  }
  if (3 * clusters < triangles.length) {
    notes.add(`Edge collapse starts with ${clusters} patches of triangles, not with single triangles.`);
  }
  const moments = await momentsOf(
    parallel,
    problem,
    clusterVertices(clusterOf, triangles, clusters),
    frames,
    task,
  );
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
  return clusterVertices(
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

function betweenPatches(pairs: Uint32Array, patchOf: Uint32Array): number[] {
  const out: number[] = [];
  for (let p = 0; p < pairs.length; p += 2) {
    const [a, b] = [patchOf[pairs[p]], patchOf[pairs[p + 1]]];
    if (a !== b) out.push(a, b);
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

/**
 * Merges neighbours, the best fit first, until `wanted` clusters remain. Their sums are stored at the smallest number
 * of each.
 */
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

/** Pairs of clusters that no edge joins: all of them, or only near ones if there are many. */
function remote(moments: Moments, sets: DisjointSets): number[] {
  const roots: number[] = [];
  for (let a = 0; a < moments.count; a++) if (sets.find(a) === a) roots.push(a);
  if (roots.length <= ALL_PAIRS) return roots.flatMap((a, n) => roots.slice(n + 1).flatMap((b) => [a, b]));
  const nearest = new Nearest(middles(moments, roots));
  return roots.flatMap((a, n) =>
    Array.from(nearest.around(n, NEAR)).flatMap((m) => (m === n ? [] : [a, roots[m]])),
  );
}
