/**
 * Patches of the rest pose around seeds, as in the first step of de Aguiar et al. 2008, after the feature-sensitive
 * segmentation of Yamauchi et al. 2005: paths over the surface are longer where it bends, so that borders of patches
 * lie in creases.
 */
import { adjacencyOf } from "../../../geometry/adjacency";
import { vertexNormals } from "../../../geometry/vertex-normals";
import { ShortestPaths } from "../../../math/order/shortest-paths";
import type { Task } from "../../../model/task";

/** If the normals at the ends of an edge differ by an angle a, the edge is 1 + BEND · a times as long. */
const BEND = 4;
/** Seeds, and vertices, to process between two checkpoints. */
const SEEDS = 8;
const VERTICES = 4096;

/**
 * Vertices spread evenly over the rest pose: each is the farthest from all before.
 * @param rest 3V.
 */
export async function evenSeeds(rest: ArrayLike<number>, count: number, task: Task): Promise<number[]> {
  const V = rest.length / 3;
  const squares = new Float64Array(V).fill(Infinity);
  const seeds: number[] = [];
  let next = farthestFromMiddle(rest);
  while (seeds.length < Math.min(count, V)) {
    if (seeds.length % SEEDS === 0) await task.checkpoint();
    seeds.push(next);
    const [x, y, z] = [rest[3 * next], rest[3 * next + 1], rest[3 * next + 2]];
    let most = -1;
    for (let i = 0; i < V; i++) {
      const square = (rest[3 * i] - x) ** 2 + (rest[3 * i + 1] - y) ** 2 + (rest[3 * i + 2] - z) ** 2;
      if (square < squares[i]) squares[i] = square;
      if (squares[i] > most) {
        most = squares[i];
        next = i;
      }
    }
    if (most <= 0) break;
  }
  return seeds;
}

function farthestFromMiddle(rest: ArrayLike<number>): number {
  const V = rest.length / 3;
  const middle = [0, 0, 0];
  for (let n = 0; n < rest.length; n++) middle[n % 3] += rest[n] / V;
  let [best, most] = [0, -1];
  for (let i = 0; i < V; i++) {
    const square = middle.reduce((sum, x, c) => sum + (rest[3 * i + c] - x) ** 2, 0);
    if (square > most) [best, most] = [i, square];
  }
  return best;
}

/**
 * For each vertex, the number of its seed: the nearest along the surface, or the nearest in space if no path leads to a
 * seed.
 * @param triangles vertices, 3T.
 */
export async function patchesAround(
  rest: ArrayLike<number>,
  triangles: ArrayLike<number>,
  seeds: readonly number[],
  task: Task,
): Promise<Int32Array> {
  const V = rest.length / 3;
  const normals = vertexNormals(rest, triangles);
  const { offsets, neighbours } = adjacencyOf(triangles, V);
  const paths = new ShortestPaths(V, (i, take) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      take(neighbours[e], bentLength(rest, normals, i, neighbours[e]));
    }
  });
  const patch = new Int32Array(V).fill(-1);
  const numberOf = new Map(seeds.map((i, n) => [i, n]));
  let count = 0;
  for (const i of paths.from(seeds)) {
    if (++count % VERTICES === 0) await task.checkpoint();
    patch[i] = numberOf.get(paths.sourceOf(i))!;
  }
  for (let i = 0; i < V; i++) {
    if (patch[i] >= 0) continue;
    if (i % VERTICES === 0) await task.checkpoint();
    patch[i] = nearestSeed(rest, seeds, i);
  }
  return patch;
}

/** Length of an edge, longer where the surface bends along it. */
function bentLength(rest: ArrayLike<number>, normals: ArrayLike<number>, i: number, l: number): number {
  let square = 0;
  let dot = 0;
  for (let c = 0; c < 3; c++) {
    square += (rest[3 * i + c] - rest[3 * l + c]) ** 2;
    dot += normals[3 * i + c] * normals[3 * l + c];
  }
  return Math.sqrt(square) * (1 + BEND * Math.acos(Math.max(-1, Math.min(1, dot))));
}

function nearestSeed(rest: ArrayLike<number>, seeds: readonly number[], i: number): number {
  let [best, least] = [0, Infinity];
  seeds.forEach((seed, n) => {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (rest[3 * i + c] - rest[3 * seed + c]) ** 2;
    if (square < least) [best, least] = [n, square];
  });
  return best;
}
