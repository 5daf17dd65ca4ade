import type { Parallel } from "../../../kernels/parallel";
import type { Random } from "../../../math/random";
import type { FrameSource } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";
import { spectralBytes, spectralGroups } from "../spectral/spectral-groups";
import { seedDistances } from "./seed-distances";
import { evenSeeds, patchesAround } from "./surface-patches";

/** The most seeds, because of the memory for the matrix of pairs. */
export const MOST_SEEDS = 1500;
/** The fewest seeds for each bone. */
const SEEDS_A_BONE = 4;

/**
 * The number of seeds.
 * @param percent of the vertices.
 */
export const seedCount = (vertices: number, bones: number, percent: number) =>
  Math.min(
    vertices,
    Math.max(Math.min(Math.round((percent / 100) * vertices), MOST_SEEDS), SEEDS_A_BONE * bones),
  );

/** Arena bytes for `curvatureClusters`. */
export function curvatureBytes(vertices: number, bones: number, percent: number): number {
  const n = seedCount(vertices, bones, percent);
  return 8 * n * n + spectralBytes(n, bones);
}

interface CurvatureInput {
  /** 3V. */
  rest: ArrayLike<number>;
  /** F·3V. */
  frames: ArrayLike<number> | FrameSource;
  /** Over solver vertices, 3T. */
  triangles: ArrayLike<number>;
  /** The number of clusters. */
  bones: number;
  /** Seeds, in percent of the vertices. */
  percent: number;
}

/**
 * The cluster of each vertex (de Aguiar, Theobalt, Thrun & Seidel 2008): the rest pose is cut into patches around
 * evenly spread seeds, with borders where it bends, and spectral clustering groups the seeds by how their distances
 * change. Not every number below `bones` need be in use.
 */
export async function curvatureClusters(
  parallel: Parallel,
  { rest, frames, triangles, bones, percent }: CurvatureInput,
  random: Random,
  task: Task,
): Promise<Int32Array> {
  const { arena } = parallel;
  const vertexCount = rest.length / 3;
  const seeds = await evenSeeds(rest, seedCount(vertexCount, bones, percent), task);
  const patches = await patchesAround(rest, triangles, seeds, task);
  const mark = arena.mark();
  const squares = arena.f64(seeds.length ** 2);
  await seedDistances(frames, vertexCount, seeds, squares, task);
  const groups = await spectralGroups(
    parallel,
    squares,
    seeds.length,
    Math.min(bones, seeds.length),
    "one",
    random,
    task,
  );
  arena.release(mark);
  return patches.map((patch) => groups[patch]);
}
