/** Scales of items for spectral clustering: dissimilarities below them count as small. */
import type { Task } from "../../../model/task";

const NEIGHBOUR = 7;
/** Scales below this share of the median scale belong to copies of a point. */
const LEAST_SCALE = 1e-3;
/** One scale for all items, as a share of their mean dissimilarity. */
const SHARE = 0.15;
/** Keeps scales above 0 if all items are copies. */
const TINY = 1e-150;

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

/**
 * The distance of each item to its seventh nearest (Zelnik-Manor & Perona 2004), always above 0. Dense and loose groups
 * are therefore separated by one rule.
 * @param squares n·n squared dissimilarities.
 */
export async function localScales(squares: Float64Array, n: number, task: Task): Promise<Float64Array> {
  const scales = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    const nearest = least(squares, a * n, n, a, Math.min(NEIGHBOUR, n - 1));
    scales[a] = Math.sqrt(Math.max(0, nearest));
    if (a % 256 === 0) await task.checkpoint();
  }
  const median = scales.slice().sort()[n >> 1];
  const largest = Math.sqrt(squares.reduce((most, x) => Math.max(most, x), 0));
  const lowest = Math.max(LEAST_SCALE * median, 1e-4 * largest, TINY);
  return scales.map((scale) => Math.max(scale, lowest));
}

/** One scale for all of n items, always above 0: large groups stay whole, however many items they have. */
export function oneScale(squares: Float64Array, n: number): Float64Array {
  const sum = squares.subarray(0, n * n).reduce((total, square) => total + Math.sqrt(square), 0);
  return new Float64Array(n).fill(Math.max((SHARE * sum) / Math.max(1, n * (n - 1)), TINY));
}
