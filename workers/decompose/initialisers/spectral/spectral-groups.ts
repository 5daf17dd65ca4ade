/**
 * Spectral clustering with local scales (Zelnik-Manor & Perona 2004; Ng, Jordan & Weiss 2002): the affinity of a and b
 * is exp(−d²(a, b) / (σ_a σ_b)) with σ the distance to the seventh nearest. One rule therefore separates dense and
 * loose groups. k-means groups the rows of the first eigenvectors of D^−½ A D^−½, scaled to length 1. The paper's
 * choice of the number of groups is not used, because the caller gives it.
 */
import type { Parallel } from "../../../kernels/parallel";
import type { Random } from "../../../math/random";
import type { Task } from "../../../model/task";
import { cosineKmeans, kmeansBytes, normaliseDirections } from "../cosine-kmeans";
import { eigenvectorBytes, topEigenvectors } from "./top-eigenvectors";

const NEIGHBOUR = 7;
/** Scales below this share of the median scale belong to copies of a point. */
const LEAST_SCALE = 1e-3;
const GROUPING = { restarts: 8, rounds: 30 };

/** Arena bytes for grouping, besides the matrix. */
export const spectralBytes = (n: number, k: number) =>
  eigenvectorBytes(n, k) + 8 * n * (k + 4) + kmeansBytes(n, 4 * Math.ceil(k / 4), k) + 256;

/**
 * The group of each of n items, from 0 to k − 1.
 * @param squares n·n squared dissimilarities in the arena. The lower triangle is read, and the normalised affinity
 * replaces it.
 */
export async function spectralGroups(
  parallel: Parallel,
  squares: Float64Array,
  n: number,
  k: number,
  random: Random,
  task: Task,
): Promise<Int32Array> {
  mirror(squares, n);
  const scales = await localScales(squares, n, task);
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

/** The k-th smallest of the n numbers from `at`, without number `own`; 0 for k = 0. */
function least(numbers: Float64Array, at: number, n: number, own: number, k: number): number {
  const found: number[] = [];
  for (let b = 0; b < n; b++) {
    const x = numbers[at + b];
    if (b === own || (found.length === k && !(x < found[k - 1]))) continue;
    let place = found.length < k ? found.length : k - 1;
    for (; place > 0 && found[place - 1] > x; place--) found[place] = found[place - 1];
    found[place] = x;
  }
  return k > 0 ? found[k - 1] : 0;
}

/** Distance of each item to its seventh nearest, always above 0. */
async function localScales(squares: Float64Array, n: number, task: Task): Promise<Float64Array> {
  const scales = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    const nearest = least(squares, a * n, n, a, Math.min(NEIGHBOUR, n - 1));
    scales[a] = Math.sqrt(Math.max(0, nearest));
    if (a % 256 === 0) await task.checkpoint();
  }
  const median = scales.slice().sort()[n >> 1];
  const largest = Math.sqrt(squares.reduce((most, x) => Math.max(most, x), 0));
  const lowest = Math.max(LEAST_SCALE * median, 1e-4 * largest, 1e-150);
  return scales.map((scale) => Math.max(scale, lowest));
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
