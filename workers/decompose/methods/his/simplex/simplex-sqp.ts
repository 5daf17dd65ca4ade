/**
 * The smallest simplex around points by sequential quadratic programs (Agathos, Li, Bermudez-Olivas & Plaza 2014, as in
 * Liu et al. 2020, section 5.1): each program replaces −log det X by its gradient g = −X⁻ᵀ and a diagonal majoriser, G
 * = g∘g with the linear part c = g − G∘X. If the volume rises, the step is halved until it falls. A program sees a
 * working set of the points; points that turn out to lie outside are added to it.
 */
import type { Parallel } from "../../../../kernels/parallel";
import type { Task } from "../../../../model/task";
import { attempt } from "../../../progress/deadline";
import type { Cloud } from "./cloud";
import { inverse, logDeterminant } from "./dense";
import { enlarge, lowsOf, weightsOfPoints } from "./enlarge";
import { solveRows } from "./quadratic-program";
import type { WorkingSet } from "./working-set";

/** Points beyond a face by less than this are treated as inside. */
const OUTSIDE = 1e-9;
/** One program may take this share of the remaining time. If it takes longer, its result is not used. */
const STEP_SHARE = 0.7;
/** How often points are added to one program. */
const ROUNDS = 12;
const HALVINGS = 30;
/** The smallest entry of G, relative to the largest. Without it some directions would have no bound. */
const LEAST_CURVATURE = 1e-10;

export interface SqpResult {
  x: Float64Array;
  iterations: number;
  /** log det X of the start and after each iteration. It never falls. */
  logs: number[];
}

/**
 * @param start X of a simplex around all points.
 * @param stop the most programs, and the least gain: the search ends when a program lowers the logarithm of the volume
 * by less, per corner. No program starts once the task has been told to finish.
 * @param weights room in the arena for barycentric coordinates of all points. It receives those of the result.
 */
export async function tighten(
  parallel: Parallel,
  cloud: Cloud,
  set: WorkingSet,
  start: Float64Array,
  stop: { iterations: number; tolerance: number },
  weights: Float64Array,
  task: Task,
): Promise<SqpResult> {
  const n = cloud.corners;
  let x = start;
  const logs = [logDeterminant(x, n)];
  let done = 0;
  while (done < stop.iterations && !task.finishNow) {
    const next = await attempt(task, parallel.arena, STEP_SHARE, () =>
      step(parallel, cloud, set, x, weights, task),
    );
    const log = next ? logDeterminant(next, n) : -Infinity;
    const gain = log - logs[logs.length - 1];
    if (!next || !(gain > 0)) break;
    x = next;
    logs.push(log);
    done++;
    if (gain < stop.tolerance * n) break;
  }
  await weightsOfPoints(parallel, cloud, x, weights, task);
  return { x, iterations: done, logs };
}

/** Runs one program, and steps back if it went too far. Returns null if nothing smaller was found. */
async function step(
  parallel: Parallel,
  cloud: Cloud,
  set: WorkingSet,
  x: Float64Array,
  weights: Float64Array,
  task: Task,
): Promise<Float64Array | null> {
  const n = cloud.corners;
  const corners = inverse(x, n);
  if (!corners) return null;
  const gradient = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let c = 0; c < n; c++) gradient[j * n + c] = -corners[c * n + j];
  const largest = gradient.reduce((most, g) => Math.max(most, g * g), 0);
  const diagonal = gradient.map((g) => Math.max(g * g, LEAST_CURVATURE * largest));
  const linear = gradient.map((g, e) => g - diagonal[e] * x[e]);
  let found: Float64Array | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const mark = parallel.arena.mark();
    found = await solveRows(parallel, set.inArena(parallel), diagonal, linear, x, task);
    parallel.arena.release(mark);
    if (!found) return null;
    await weightsOfPoints(parallel, cloud, found, weights, task);
    if (set.addBeyond(weights, -OUTSIDE) === 0) break;
  }
  const around = enlarge(found!, n, lowsOf(cloud, weights).values);
  return wayBack(around, x, n);
}

/**
 * Tries `to`, then half the way to it, a quarter …, and returns the first with less volume than `from`. All of them
 * enclose the points that `from` and `to` enclose.
 */
function wayBack(to: Float64Array, from: Float64Array, n: number): Float64Array | null {
  const before = logDeterminant(from, n);
  let share = 1;
  for (let turn = 0; turn < HALVINGS; turn++) {
    const x = from.map((value, e) => value + share * (to[e] - value));
    if (logDeterminant(x, n) > before) return x;
    share /= 2;
  }
  return null;
}
