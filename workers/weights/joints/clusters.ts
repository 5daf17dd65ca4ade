import type { Parallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { Task } from "../../model/task";
import type { Clusters } from "./joint-moments";

/** Distances that one call of the kernel measures: some 10 ms. */
const MOST_DISTANCES = 1e7;

/** Bytes of the arena that `makeClusters` takes at most. */
export const clusterBytes = (vertexCount: number, each: number, ways: number) =>
  8 * vertexCount * (5 + 2 * ways) + 8 * ways * (each + vertexCount / 64 + 4) + 1024;

/**
 * Random clusters of vertices that share a rotation (k-means++ seeds, every vertex with its nearest), the same as those of
 * as-rigid-as-possible weights; where there are as many as vertices, each vertex is its own. The arena is left as it was.
 * @param points V·4.
 */
export async function makeClusters(
  parallel: Parallel,
  points: Float64Array,
  masses: Float64Array,
  wanted: { clusters: number; clusterings: number; seed: number },
  poses: number,
  task: Task,
): Promise<Clusters> {
  const V = masses.length;
  if (wanted.clusters >= V) return { ways: 1, each: V, owners: Uint32Array.from(masses, (_, i) => i) };
  const each = Math.max(1, wanted.clusters);
  const ways = Math.min(poses, Math.max(1, wanted.clusterings));
  const { arena } = parallel;
  const mark = arena.mark();
  const at = arena.f64(4 * V);
  const mass = arena.f64(V);
  const draws = arena.f64(ways * each);
  const squares = arena.f64(ways * V).fill(Infinity);
  const owners = arena.u32(ways * V).fill(0);
  const runs = arena.f64(ways * (Math.ceil(V / 64) + 1));
  at.set(points);
  mass.set(masses);
  const random = createRandom(wanted.seed);
  for (let n = 0; n < draws.length; n++) draws[n] = random.next();
  const atOnce = Math.max(1, Math.floor(MOST_DISTANCES / V));
  for (let from = 0; from < each; from += atOnce) {
    await parallel.run(task, "seedClusters", ways, 1, [
      at.byteOffset,
      mass.byteOffset,
      V,
      each,
      from,
      Math.min(each, from + atOnce),
      ...[draws, squares, owners, runs].map((array) => array.byteOffset),
    ]);
  }
  const found = owners.map((x, n) => x + each * Math.floor(n / V));
  arena.release(mark);
  return { ways, each, owners: Uint32Array.from(found) };
}
