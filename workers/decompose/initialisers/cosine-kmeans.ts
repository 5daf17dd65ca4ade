/**
 * k-means by the angle between vectors (spherical k-means, Dhillon & Modha 2001): the distance is 1 − cos, and a centre
 * is the direction of its vectors' sum. Greedy k-means++ seeds it: it draws four vectors in proportion to their
 * distance, and takes the one that leaves the least cost.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { drawWeighted, type Random } from "../../math/random";
import type { Task } from "../../model/task";

const DRAWS = 4;
/** A round that gains less than this share of the cost is the last one. */
const LEAST_GAIN = 1e-4;

/** Vectors of length 1, in the arena: row n begins at n·width. */
export interface Directions {
  rows: Float64Array;
  count: number;
  /** A multiple of 4. */
  width: number;
}

export interface Grouping {
  /** Group of each vector. */
  labels: Int32Array;
  /** k rows of `width`. */
  centres: Float64Array;
  /** Sum of 1 − cos. */
  cost: number;
}

export interface KmeansOptions {
  restarts: number;
  rounds: number;
}

/** Arena bytes for grouping, besides the vectors. */
export const kmeansBytes = (count: number, width: number, k: number) =>
  8 * (count + width) * 4 * Math.ceil(Math.max(k, DRAWS) / 4) + 64;

/** Scales every row to length 1, in place; a row of zeros stays. */
export function normaliseDirections({ rows, count, width }: Directions): void {
  for (let n = 0; n < count; n++) {
    let sum = 0;
    for (let c = n * width; c < (n + 1) * width; c++) sum += rows[c] * rows[c];
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let c = n * width; c < (n + 1) * width; c++) rows[c] *= scale;
  }
}

/** The best of several seeded runs. */
export async function cosineKmeans(
  parallel: Parallel,
  points: Directions,
  k: number,
  options: KmeansOptions,
  random: Random,
  task: Task,
): Promise<Grouping> {
  let best: Grouping | null = null;
  for (let r = 0; r < Math.max(1, options.restarts); r++) {
    const seeds = await seedCentres(parallel, points, k, random, task);
    const found = await groupFrom(parallel, points, seeds, options.rounds, task);
    if (!best || found.cost < best.cost) best = found;
  }
  return best!;
}

/** Greedy k-means++: k rows of vectors. */
export async function seedCentres(
  parallel: Parallel,
  points: Directions,
  k: number,
  random: Random,
  task: Task,
): Promise<Float64Array> {
  const { rows, count, width } = points;
  const centres = new Float64Array(k * width);
  const least = new Float64Array(count).fill(2);
  for (let j = 0; j < k; j++) {
    const draws = Array.from({ length: DRAWS }, () => drawWeighted(least, random));
    const candidates = new Float64Array(DRAWS * width);
    draws.forEach((n, d) => {
      candidates.set(rows.subarray(n * width, (n + 1) * width), d * width);
    });
    const mark = parallel.arena.mark();
    const scores = await cosines(parallel, points, candidates, DRAWS, task);
    const left = new Float64Array(DRAWS);
    for (let n = 0; n < count; n++) {
      for (let d = 0; d < DRAWS; d++) left[d] += Math.min(least[n], 1 - scores[DRAWS * n + d]);
    }
    let best = 0;
    for (let d = 1; d < DRAWS; d++) if (left[d] < left[best]) best = d;
    for (let n = 0; n < count; n++) least[n] = Math.max(0, Math.min(least[n], 1 - scores[DRAWS * n + best]));
    parallel.arena.release(mark);
    centres.set(candidates.subarray(best * width, (best + 1) * width), j * width);
  }
  return centres;
}

/** Lloyd's rounds from given centres. A group that lost all its vectors gets the vector with the worst fit. */
export async function groupFrom(
  parallel: Parallel,
  points: Directions,
  seeds: Float64Array,
  rounds: number,
  task: Task,
): Promise<Grouping> {
  const { count, width } = points;
  const k = seeds.length / width;
  let centres = seeds;
  let labels = new Int32Array(count);
  let cost = Infinity;
  for (let round = 0; ; round++) {
    const mark = parallel.arena.mark();
    const scores = await cosines(parallel, points, centres, k, task);
    const padded = scores.length / count;
    const next = new Int32Array(count);
    const distances = new Float64Array(count);
    let sum = 0;
    for (let n = 0; n < count; n++) {
      let best = 0;
      for (let j = 1; j < k; j++) if (scores[n * padded + j] > scores[n * padded + best]) best = j;
      next[n] = best;
      distances[n] = 1 - scores[n * padded + best];
      sum += distances[n];
    }
    parallel.arena.release(mark);
    const gain = cost - sum;
    if (!(gain > 0)) break;
    [labels, cost] = [next, sum];
    fillEmpty(labels, distances, k);
    if (round >= rounds || gain < LEAST_GAIN * sum) break;
    centres = centresOf(points, labels, k);
    await task.checkpoint();
  }
  return { labels, centres: centresOf(points, labels, k), cost };
}

function fillEmpty(labels: Int32Array, distances: Float64Array, k: number): void {
  const sizes = new Int32Array(k);
  for (const j of labels) sizes[j]++;
  for (let j = 0; j < k; j++) {
    if (sizes[j] > 0) continue;
    let worst = -1;
    for (let n = 0; n < labels.length; n++) {
      if (sizes[labels[n]] > 1 && (worst < 0 || distances[n] > distances[worst])) worst = n;
    }
    if (worst < 0) return;
    sizes[labels[worst]]--;
    labels[worst] = j;
    sizes[j] = 1;
    distances[worst] = 0;
  }
}

function centresOf({ rows, width }: Directions, labels: Int32Array, k: number): Float64Array {
  const centres = new Float64Array(k * width);
  for (let n = 0; n < labels.length; n++) {
    const to = labels[n] * width;
    const from = n * width;
    for (let c = 0; c < width; c++) centres[to + c] += rows[from + c];
  }
  normaliseDirections({ rows: centres, count: k, width });
  return centres;
}

/**
 * Cosines of all vectors with k directions, `count` rows of k rounded up to a multiple of 4, at the top of the arena.
 */
async function cosines(
  parallel: Parallel,
  { rows, count, width }: Directions,
  directions: Float64Array,
  k: number,
  task: Task,
): Promise<Float64Array> {
  const padded = 4 * Math.ceil(k / 4);
  const across = parallel.arena.f64(width * padded).fill(0);
  for (let j = 0; j < k; j++) {
    for (let c = 0; c < width; c++) across[c * padded + j] = directions[j * width + c];
  }
  const out = parallel.arena.f64(count * padded);
  await parallel.run(task, kernels.product, count, 64, {
    a: rows,
    aRow: width,
    aDepth: 1,
    b: across,
    ldB: padded,
    depth: width,
    n: padded,
    out,
    ldOut: padded,
  });
  return out;
}
