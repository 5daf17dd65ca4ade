import type { Parallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import { seedClusters } from "../simple/seed-clusters";
import type { WeightClusters } from "./joint-moments";

/** The most bytes of the arena for `makeClusters`. */
export const weightClusterBytes = (vertexCount: number, each: number, ways: number) =>
  8 * vertexCount * (5 + 2 * ways) + 8 * ways * (3 * each + vertexCount / 64 + 4) + 1024;

/**
 * Random clusters of vertices that share a rotation, as for as-rigid-as-possible weights: k-means++ seeds, and every
 * vertex joins the nearest. With as many clusters as vertices, each vertex is a cluster. The arena is left unchanged.
 * @param points V·4.
 */
export async function makeClusters(
  parallel: Parallel,
  points: Float64Array,
  masses: Float64Array,
  wanted: { clusters: number; clusterings: number; seed: number },
  poses: number,
  task: Task,
): Promise<WeightClusters> {
  const V = masses.length;
  if (wanted.clusters >= V) return { ways: 1, each: V, owners: Uint32Array.from(masses, (_, i) => i) };
  const each = Math.max(1, wanted.clusters);
  const ways = Math.min(poses, Math.max(1, wanted.clusterings));
  const { arena } = parallel;
  const mark = arena.mark();
  const at = arena.f64(4 * V);
  const mass = arena.f64(V);
  const draws = arena.f64(ways * each);
  const radii = arena.f64(ways * each);
  const squares = arena.f64(ways * V);
  const owners = arena.u32(ways * V);
  const lists = arena.u32(ways * V);
  const [heads, places] = [arena.u32(ways * each), arena.u32(ways * each)];
  const sums = arena.f64(ways * (Math.ceil(V / 64) + 1));
  at.set(points);
  mass.set(masses);
  const room = { draws, squares, owners, sums, lists, heads, places, radii };
  await seedClusters(
    parallel,
    at,
    mass,
    { clusters: each, clusterings: ways, seed: wanted.seed },
    room,
    task,
  );
  const found = owners.map((x, n) => x + each * Math.floor(n / V));
  arena.release(mark);
  return { ways, each, owners: Uint32Array.from(found) };
}
