/**
 * The smallest simplex around points, whose corners are a rig's handles and whose barycentric coordinates are its
 * weights (Liu, Tan, Deng & Gingold 2020, section 5).
 *
 * Published: at most ten quadratic programmes from the box's corner (`sqp`). By default the search is SISAL's, whose
 * steps are far cheaper and bolder; what it leaves outside is enclosed by moving faces out, and programmes tighten
 * the result. Logarithm of the volume in whitened coordinates, lower is smaller, and seconds of one thread, on the
 * flats of 8431 x 48 ("gallop"): 10 handles 23.17 and 0.5 s after ten programmes, 23.10 and 0.15 s after SISAL and
 * two; 20 handles 62.0 and 4.5 s against 60.3 and 1.2 s. Ten more programmes from there gain 0.02.
 */
import type { Parallel } from "../../../../kernels/parallel";
import type { Task } from "../../../../model/task";
import { type Cloud, cloudBytes, makeCloud } from "./cloud";
import { inverse } from "./dense";
import { enlarge, lowsOf, weightsOfPoints } from "./enlarge";
import { rowsBytes } from "./quadratic-program";
import { tighten } from "./simplex-sqp";
import { boxSimplex } from "./simplex-start";
import { SISAL_DEFAULTS, sisal, sisalBytes } from "./sisal";
import { WorkingSet } from "./working-set";

export interface SimplexOptions {
  method: "sisal" | "sqp";
  /** The most quadratic programmes. */
  iterations: number;
  /** Programmes end when one lowers the logarithm of the volume by less than this for each corner. */
  tolerance: number;
  /** Standard deviation of the points, in their own lengths, below which they do not differ along an axis. */
  least: number;
}

export const SIMPLEX_DEFAULTS: SimplexOptions = {
  method: "sisal",
  iterations: 10,
  tolerance: 1e-3,
  least: 0,
};

/** Out of the arena. */
export interface EnclosingSimplex {
  /** Corners, in the space of the points. */
  corners: Float64Array[];
  /** A row for each point: weights of the corners, 0 or more, 1 in sum. */
  weights: Float64Array;
  /** Logarithm of the simplex's volume, times a factor of the dimension, where the points have variance 1. */
  logVolume: number;
  /** Quadratic programmes solved. */
  iterations: number;
}

/** Rounds of SISAL, each with the points that the last left outside. */
const ROUNDS = 6;
const OUTSIDE = 1e-6;
/** Points with a weight below this are near a face: programmes begin with some of those. */
const NEAR = 0.05;
/** Points in a working set, for each corner, that memory is set aside for. */
const MOST_WORKING = 400;

/** Bytes of arena that `enclosingSimplex` takes at most. */
export function simplexBytes(count: number, size: number, threads: number): number {
  const working = Math.min(count, MOST_WORKING * size);
  const set = 8 * (working + 4) * (2 * size + 8);
  const solving = Math.max(rowsBytes(working, size, threads), sisalBytes(working, size));
  const weights = 8 * count * (size + 4);
  return (
    cloudBytes(count, size, size) + weights + set + Math.max(solving, WorkingSet.bytes(count, size)) + 4096
  );
}

/**
 * @param points `count` rows, in or out of the arena, that span `most` − 1 dimensions or fewer.
 * @param most corners at most: as many as the points span, and one.
 */
export async function enclosingSimplex(
  parallel: Parallel,
  points: Float64Array,
  count: number,
  most: number,
  options: SimplexOptions,
  task: Task,
): Promise<EnclosingSimplex> {
  const { arena } = parallel;
  const mark = arena.mark();
  const cloud = await makeCloud(parallel, points, count, most, options.least, task);
  const n = cloud.corners;
  const weights = arena.f64(count * cloud.stride);
  const set = new WorkingSet(cloud, MOST_WORKING * n);
  let start = boxSimplex(cloud);
  if (options.method === "sisal" && n > 1) {
    start = await search(parallel, cloud, start, weights, task);
    await weightsOfPoints(parallel, cloud, start, weights, task);
    set.addBeyond(weights, NEAR);
  } else await set.addOutermost(parallel, task);
  const tight = await tighten(parallel, cloud, set, start, options, weights, task);
  const found: EnclosingSimplex = {
    corners: cornersOf(cloud, tight.x),
    weights: exactWeights(cloud, weights),
    logVolume: -tight.logs[tight.logs.length - 1],
    iterations: tight.iterations,
  };
  arena.release(mark);
  return found;
}

/** SISAL, with more and more of the points, and its faces moved out to enclose all. */
async function search(
  parallel: Parallel,
  cloud: Cloud,
  start: Float64Array,
  weights: Float64Array,
  task: Task,
): Promise<Float64Array> {
  const set = new WorkingSet(cloud, MOST_WORKING * cloud.corners);
  await set.addOutermost(parallel, task);
  let x = start;
  for (let round = 0; round === 0 || (round < ROUNDS && !task.finishNow); round++) {
    const mark = parallel.arena.mark();
    x = await sisal(parallel, set.inArena(parallel), x, SISAL_DEFAULTS, task);
    parallel.arena.release(mark);
    await weightsOfPoints(parallel, cloud, x, weights, task);
    if (set.addBeyond(weights, -OUTSIDE) === 0) break;
  }
  return enlarge(x, cloud.corners, lowsOf(cloud, weights).values);
}

function cornersOf(cloud: Cloud, x: Float64Array): Float64Array[] {
  const n = cloud.corners;
  const columns = inverse(x, n)!;
  return Array.from({ length: n }, (_, j) =>
    cloud.lift(Float64Array.from({ length: n }, (__, c) => columns[c * n + j])),
  );
}

/** Rows without what rounding left below 0, and 1 in sum. */
function exactWeights({ count, corners: n, stride }: Cloud, weights: Float64Array): Float64Array {
  const out = new Float64Array(count * n);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.max(0, weights[i * stride + j]);
    for (let j = 0; j < n; j++) out[i * n + j] = Math.max(0, weights[i * stride + j]) / sum;
  }
  return out;
}
