/**
 * Spectral clustering (Ng, Jordan & Weiss 2002): the affinity of a and b is exp(−d²(a, b) / (σ_a σ_b)). k-means groups
 * the rows of the first eigenvectors of D^−½ A D^−½, scaled to length 1. The caller gives the number of groups.
 */
import type { Parallel } from "../../../kernels/parallel";
import type { Random } from "../../../math/random";
import type { Task } from "../../../model/task";
import { cosineKmeans, kmeansBytes, normaliseDirections } from "../cosine-kmeans";
import { localScales, oneScale } from "./scales";
import { eigenvectorBytes, topEigenvectors } from "./top-eigenvectors";

const GROUPING = { restarts: 8, rounds: 30 };

/** Arena bytes for grouping, besides the matrix. */
export const spectralBytes = (n: number, k: number) =>
  eigenvectorBytes(n, k) + 8 * n * (k + 4) + kmeansBytes(n, 4 * Math.ceil(k / 4), k) + 256;

/**
 * The group of each of n items, from 0 to k − 1.
 * @param squares n·n squared dissimilarities in the arena. The lower triangle is read, and the normalised affinity
 * replaces it.
 * @param scaling whether each item has its own scale, or all have one.
 */
export async function spectralGroups(
  parallel: Parallel,
  squares: Float64Array,
  n: number,
  k: number,
  scaling: "local" | "one",
  random: Random,
  task: Task,
): Promise<Int32Array> {
  mirror(squares, n);
  const scales = scaling === "local" ? await localScales(squares, n, task) : oneScale(squares, n);
  await normalisedAffinity(squares, scales, n, task);
  const { vectors } = await topEigenvectors(parallel, squares, n, k, random, task);
  const width = 4 * Math.ceil(k / 4);
  const mark = parallel.arena.mark();
  const rows = parallel.arena.f64(n * width).fill(0);
  for (let a = 0; a < n; a++) rows.set(vectors.subarray(a * k, (a + 1) * k), a * width);
  const points = { rows, count: n, width };
  normaliseDirections(points);
  const { labels } = await cosineKmeans(parallel, points, k, GROUPING, random, task);
  parallel.arena.release(mark);
  return labels;
}

function mirror(matrix: Float64Array, n: number): void {
  for (let a = 0; a < n; a++) for (let b = 0; b < a; b++) matrix[b * n + a] = matrix[a * n + b];
}

/** D^−½ A D^−½ in place. */
async function normalisedAffinity(
  squares: Float64Array,
  scales: Float64Array,
  n: number,
  task: Task,
): Promise<void> {
  const degrees = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      const affinity = Math.exp(-squares[a * n + b] / (scales[a] * scales[b]));
      squares[a * n + b] = affinity;
      degrees[a] += affinity;
      degrees[b] += affinity;
    }
    squares[a * n + a] = 0;
    if (a % 256 === 0) await task.checkpoint();
  }
  const shares = degrees.map((degree) => (degree > 0 ? 1 / Math.sqrt(degree) : 0));
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      squares[a * n + b] *= shares[a] * shares[b];
      squares[b * n + a] = squares[a * n + b];
    }
    // An item that resembles no other is a group of its own.
    if (degrees[a] === 0) squares[a * n + a] = 1;
  }
}
