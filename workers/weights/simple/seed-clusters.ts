import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { Task } from "../../model/task";

/** The number of seeds in one call of the kernel, which takes some milliseconds. */
const SEEDS_AT_ONCE = 100;

/** Arrays in the arena, for Q clusterings of V vertices in C clusters. All but `owners` are scratch memory. */
export interface SeedRoom {
  /** Q·C. */
  draws: Float64Array;
  /** Q·V. */
  squares: Float64Array;
  /** Q·V; out: the number of each vertex's cluster, 0 .. C − 1. */
  owners: Uint32Array;
  /** Q·(⌈V / 64⌉ + 1). */
  sums: Float64Array;
  /** Q·V or more. */
  lists: Uint32Array;
  /** Q·C or more. */
  heads: Uint32Array;
  places: Uint32Array;
  radii: Float64Array;
}

/**
 * Random clusterings of points: k-means++ seeds, drawn by mass times squared distance. Each point goes to its nearest
 * seed.
 * @param points V·4, in the arena, like `masses`.
 * @param size the number of clusters C, at most V, and of clusterings Q.
 * @throws CancelledError
 */
export async function seedClusters(
  parallel: Parallel,
  points: Float64Array,
  masses: Float64Array,
  size: { clusters: number; clusterings: number; seed: number },
  room: SeedRoom,
  task: Task,
): Promise<void> {
  const random = createRandom(size.seed);
  const draws = size.clusters * size.clusterings;
  for (let n = 0; n < draws; n++) room.draws[n] = random.next();
  const { draws: drawn, squares, owners, sums, lists, heads, places, radii } = room;
  for (let from = 0; from < size.clusters; from += SEEDS_AT_ONCE) {
    await parallel.run(task, kernels.seedClusters, size.clusterings, 1, {
      points,
      masses,
      vertexCount: masses.length,
      clusters: size.clusters,
      from,
      until: Math.min(size.clusters, from + SEEDS_AT_ONCE),
      draws: drawn,
      squares,
      owners,
      sums,
      lists,
      heads,
      places,
      radii,
    });
  }
}
