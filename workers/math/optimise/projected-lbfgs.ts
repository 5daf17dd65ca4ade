/**
 * Minimises a smooth function of many numbers, some of which are kept between 0 and 1: limited-memory BFGS (Nocedal
 * 1980) on the free variables, with a line search along the projected path (Bertsekas 1982). A number at an end of
 * its range whose slope pushes it out does not move in that step. Every accepted step lowers the function (Armijo's
 * rule).
 */

const ARMIJO = 1e-4;
const MOST_TRIALS = 25;

/** Arrays of n numbers each, written in place. The caller allocates them. */
export interface BoxProblem {
  /** The start, and then the best point found. */
  x: Float64Array;
  slope: Float64Array;
  trial: Float64Array;
  trialSlope: Float64Array;
  /** Positive: an estimate of the second derivative along each number. */
  curvature: Float64Array;
  /** How many of the first numbers are kept within 0..1. The others are free. */
  boxed: number;
  /** Returns the function at x, and writes its slopes. */
  evaluate(x: Float64Array, slope: Float64Array): Promise<number>;
}

export interface LbfgsOptions {
  /** The most steps. */
  steps: number;
  /** Number of remembered pairs. */
  memory: number;
  /** A step that gains less than this share of the function is the last one. */
  tolerance: number;
}

export const LBFGS_DEFAULTS: LbfgsOptions = { steps: 100, memory: 6, tolerance: 1e-7 };

/**
 * @param value the function at x; `problem.slope` has its gradient.
 * @param after receives each accepted step and returns whether to continue.
 * @returns the function at the final x, at most `value`.
 */
export async function minimiseInBox(
  problem: BoxProblem,
  value: number,
  options: LbfgsOptions,
  after: (value: number) => boolean,
): Promise<number> {
  const { x, slope, trial, trialSlope, boxed } = problem;
  const pairs: Pair[] = [];
  const direction = new Float64Array(x.length);
  let now = value;
  for (let step = 0; step < options.steps; step++) {
    if (!chooseDirection(problem, pairs, direction)) break;
    let length = 1;
    let next = Infinity;
    let expected = 0;
    for (let n = 0; n < MOST_TRIALS; n++) {
      expected = walk(x, direction, length, boxed, slope, trial);
      next = expected < 0 ? await problem.evaluate(trial, trialSlope) : Infinity;
      if (next <= now + ARMIJO * expected) break;
      // The minimum of the parabola through the known values, within limits.
      const best = (-expected / (2 * (next - now - expected))) * length;
      length = Number.isFinite(next) ? Math.min(0.5 * length, Math.max(0.1 * length, best)) : 0.5 * length;
    }
    if (!(next <= now + ARMIJO * expected && next < now)) {
      if (pairs.length === 0) break;
      pairs.length = 0;
      continue;
    }
    remember(pairs, problem, options.memory);
    x.set(trial);
    slope.set(trialSlope);
    const gain = now - next;
    now = next;
    if (!after(now) || gain <= options.tolerance * Math.abs(now)) break;
  }
  return now;
}

interface Pair {
  s: Float64Array;
  y: Float64Array;
  /** 1 / (s·y). */
  rho: number;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n] * b[n];
  return sum;
}

/** trial = x + length · direction within the box; returns slope · (trial − x). */
function walk(
  x: Float64Array,
  direction: Float64Array,
  length: number,
  boxed: number,
  slope: Float64Array,
  trial: Float64Array,
): number {
  let along = 0;
  for (let n = 0; n < x.length; n++) {
    let to = x[n] + length * direction[n];
    if (n < boxed) to = to < 0 ? 0 : to > 1 ? 1 : to;
    trial[n] = to;
    along += slope[n] * (to - x[n]);
  }
  return along;
}

function remember(pairs: Pair[], { x, slope, trial, trialSlope }: BoxProblem, memory: number): void {
  const pair = pairs.length >= memory ? pairs.shift()! : null;
  const s = pair?.s ?? new Float64Array(x.length);
  const y = pair?.y ?? new Float64Array(x.length);
  let sy = 0;
  let yy = 0;
  for (let n = 0; n < x.length; n++) {
    s[n] = trial[n] - x[n];
    y[n] = trialSlope[n] - slope[n];
    sy += s[n] * y[n];
    yy += y[n] * y[n];
  }
  if (sy > 1e-12 * yy) pairs.push({ s, y, rho: 1 / sy });
}

/**
 * Writes a direction of descent into d: the direction of BFGS or, if that does not descend, the gradient scaled by
 * curvature. Returns whether there is one.
 */
function chooseDirection(problem: BoxProblem, pairs: Pair[], d: Float64Array): boolean {
  const { slope } = problem;
  maskedSlope(problem, d);
  if (pairs.length > 0) {
    twoLoops(problem, pairs, d);
    hold(problem, d);
    if (dot(slope, d) < 0) return true;
    pairs.length = 0;
    maskedSlope(problem, d);
  }
  for (let n = 0; n < d.length; n++) d[n] = -d[n] / problem.curvature[n];
  return dot(slope, d) < 0;
}

const isAtEnd = ({ x, slope, boxed }: BoxProblem, n: number) =>
  n < boxed && ((x[n] <= 0 && slope[n] > 0) || (x[n] >= 1 && slope[n] < 0));

function maskedSlope(problem: BoxProblem, d: Float64Array): void {
  for (let n = 0; n < d.length; n++) d[n] = isAtEnd(problem, n) ? 0 : problem.slope[n];
}

function hold(problem: BoxProblem, d: Float64Array): void {
  for (let n = 0; n < problem.boxed; n++) if (isAtEnd(problem, n)) d[n] = 0;
}

/** d ← −H d, where H starts as the inverse of the curvature. */
function twoLoops({ curvature }: BoxProblem, pairs: Pair[], d: Float64Array): void {
  const alphas = new Array<number>(pairs.length);
  for (let p = pairs.length - 1; p >= 0; p--) {
    const { s, y, rho } = pairs[p];
    alphas[p] = rho * dot(s, d);
    for (let n = 0; n < d.length; n++) d[n] -= alphas[p] * y[n];
  }
  const { y, rho } = pairs[pairs.length - 1];
  let size = 0;
  for (let n = 0; n < d.length; n++) size += (y[n] * y[n]) / curvature[n];
  const gamma = 1 / (rho * size);
  for (let n = 0; n < d.length; n++) d[n] *= gamma / curvature[n];
  for (let p = 0; p < pairs.length; p++) {
    const { s, y, rho } = pairs[p];
    const beta = alphas[p] - rho * dot(y, d);
    for (let n = 0; n < d.length; n++) d[n] += beta * s[n];
  }
  for (let n = 0; n < d.length; n++) d[n] = -d[n];
}
