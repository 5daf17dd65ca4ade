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

import { type Adjacency, adjacencyOf } from "../../../geometry/adjacency";
import { connectedComponents } from "../../../mesh/components";
import type { Task } from "../../../model/task";
import { wholeSample } from "../../problem/sample";
import { Clusters } from "../clusters";
import type { Start, StartContext, VertexSets } from "../start-context";
import { grow, reachShells, setsOf, spreadTriangles } from "./grow-regions";

/** How often regions are grown and fitted. */
const ROUNDS = 6;
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
    reachShells(clusters, shells, labels);
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

/** Each seed with its neighbours. */
function patchesOf(seeds: readonly (readonly number[])[], { offsets, neighbours }: Adjacency): VertexSets {
  const sets = seeds.map((seed) => [
    ...new Set(seed.flatMap((i) => [i, ...neighbours.subarray(offsets[i], offsets[i + 1])])),
  ]);
  const ends = Int32Array.from([0, ...sets.map((set) => set.length)]);
  for (let j = 1; j < ends.length; j++) ends[j] += ends[j - 1];
  return { offsets: ends, members: Int32Array.from(sets.flat()) };
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
