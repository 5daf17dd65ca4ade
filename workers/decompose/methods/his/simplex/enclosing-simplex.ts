/**
 * Finds the smallest simplex around points. Its corners are a rig's handles, and its barycentric coordinates are the
 * rig's weights (Liu, Tan, Deng & Gingold 2020, section 5).
 *
 * The paper runs at most ten quadratic programs from the corner of the box (`sqp`). The default search is SISAL, whose
 * steps are far cheaper and bolder. Faces then move out to enclose the points that SISAL leaves outside, and quadratic
 * programs tighten the result. Measured on the flats of 8431 x 48 ("gallop"), as the logarithm of the volume in
 * whitened coordinates and the seconds of one thread: with 10 handles 23.17 and 0.5 s after ten programs, 23.10 and
 * 0.15 s after SISAL and two programs; with 20 handles 62.0 and 4.5 s against 60.3 and 1.2 s. Ten more programs gain
 * 0.02.
 */
import type { Parallel } from "../../../../kernels/parallel";
import type { Task } from "../../../../model/task";
import { type Cloud, cloudBytes, makeCloud } from "./cloud";
import { inverse } from "./dense";
import { enlarge, lowsOf, weightsOfPoints } from "./enlarge";
import { rowsBytes } from "./quadratic-program";
import { tighten } from "./simplex-sqp";
import { SISAL_DEFAULTS, sisal, sisalBytes } from "./sisal";
import { WorkingSet } from "./working-set";

export interface SimplexOptions {
  method: "sisal" | "sqp";
  /** The most quadratic programs. */
  iterations: number;
  /** The search ends when a program lowers the logarithm of the volume by less than this for each corner. */
  tolerance: number;
  /** An axis whose standard deviation is below this, in the points' own unit, is left out. */
  least: number;
}

export const SIMPLEX_DEFAULTS: SimplexOptions = {
  method: "sisal",
  iterations: 10,
  tolerance: 1e-3,
  least: 0,
};

/** Outside the arena. */
export interface EnclosingSimplex {
  /** Corners, in the space of the points. */
  corners: Float64Array[];
  /** A row for each point: weights of the corners, ≥ 0, with the sum 1. */
  weights: Float64Array;
  /**
   * Logarithm of the simplex's volume, up to a factor of the dimension, in a space where the points have variance 1.
   */
  logVolume: number;
  /** Number of solved quadratic programs. */
  iterations: number;
}

/** Rounds of SISAL. Each adds the points that the last one left outside. */
const ROUNDS = 6;
const OUTSIDE = 1e-6;
/** Points with a weight below this are near a face. Programs start with some of them. */
const NEAR = 0.05;
/** Size of a working set for each corner, for which memory is reserved. */
const MOST_WORKING = 400;

/** The most arena bytes for `enclosingSimplex`. */
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
 * @param points `count` rows, in the arena or outside, that span at most `most` − 1 dimensions.
 * @param most the most corners: the dimensions that the points span, plus one.
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

/** Runs SISAL on more and more of the points, then moves faces out to enclose all. */
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

/** Rows with rounding below 0 removed, scaled to the sum 1. */
function exactWeights({ count, corners: n, stride }: Cloud, weights: Float64Array): Float64Array {
  const out = new Float64Array(count * n);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.max(0, weights[i * stride + j]);
    for (let j = 0; j < n; j++) out[i * n + j] = Math.max(0, weights[i * stride + j]) / sum;
  }
  return out;
}

/**
 * A simplex around the points (Liu et al. 2020, section 5.1). One corner is the lowest corner of their box; the others
 * lie along each axis from there, as far as the largest sum of the coordinates. Returns the n by n matrix X of its
 * barycentric coordinates.
 */
export function boxSimplex({ points, count, corners: n, stride }: Cloud): Float64Array {
  const low = new Float64Array(n - 1).fill(Infinity);
  for (let i = 0; i < count; i++)
    for (let c = 0; c + 1 < n; c++) low[c] = Math.min(low[c], points[i * stride + c]);
  let reach = 0;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let c = 0; c + 1 < n; c++) sum += points[i * stride + c] - low[c];
    reach = Math.max(reach, sum);
  }
  const corners = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let c = 0; c + 1 < n; c++) corners[c * n + j] = low[c] + (c + 1 === j ? reach : 0);
    corners[(n - 1) * n + j] = 1;
  }
  return inverse(corners, n) ?? Float64Array.of(1);
}
