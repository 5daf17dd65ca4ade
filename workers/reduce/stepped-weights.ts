/**
 * Rounds weights to whole steps, such as 1/255, so that the vertices move as little as possible. Rounding each weight
 * to its nearest step ignores that bones move together: a change δ of the weights of a vertex p, with sum 0, moves it
 * in all frames together by
 *
 *   Σ_f |Σ_a δ_a M_a(f) p|² = −½ Σ_ab δ_a δ_b d²_ab,   d²_ab = Σ_f |(M_a(f) − M_b(f)) p|².
 *
 * So errors of bones that move alike may be large if they cancel. The search starts from the nearest steps, and passes
 * single steps from one bone to another while that helps. On horse-gallop with 20 bones it ends at 45 % of the squared
 * error.
 */
import type { Task } from "../model/task";
import type { SlotWeights } from "./fewer-influences";

/** The farthest a weight may end from its exact value, in steps. */
const FARTHEST = 2;
/** The share of the largest possible gain below which a pass is no gain: rounding of f64. */
const NO_GAIN = 1e-12;

/** Σ_f (A−B)ᵀ(A−B) for two bones: a symmetric 4x4 matrix, row-major, for points (x, y, z, 1). */
function spreadOf(motion: readonly Float64Array[], a: number, b: number): Float64Array {
  const out = new Float64Array(16);
  const difference = new Float64Array(4);
  for (const frame of motion) {
    for (let row = 0; row < 3; row++) {
      for (let c = 0; c < 4; c++) difference[c] = frame[12 * a + 4 * row + c] - frame[12 * b + 4 * row + c];
      for (let r = 0; r < 4; r++) {
        for (let c = 0; c < 4; c++) out[4 * r + c] += difference[r] * difference[c];
      }
    }
  }
  return out;
}

/** Squared distances of the images of points under two bones, summed over all frames. Caches what pairs need. */
class Distances {
  private readonly motion: readonly Float64Array[];
  private readonly spreads = new Map<number, Float64Array>();

  constructor(motion: readonly Float64Array[]) {
    this.motion = motion;
  }

  between(a: number, b: number, rest: ArrayLike<number>, i: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * 65536 + high;
    const spread = this.spreads.get(key) ?? spreadOf(this.motion, low, high);
    this.spreads.set(key, spread);
    const at = (c: number) => (c < 3 ? rest[3 * i + c] : 1);
    let sum = 0;
    for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) sum += at(r) * spread[4 * r + c] * at(c);
    return Math.max(0, sum);
  }
}

/** The nearest whole numbers with the given sum: rounded down, and the largest remainders get the rest. */
function nearestWhole(exact: Float64Array, sum: number): Float64Array {
  const whole = exact.map(Math.floor);
  const left = Math.round(sum - whole.reduce((all, x) => all + x, 0));
  const order = [...exact.keys()].sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b);
  for (const a of order.slice(0, left)) whole[a]++;
  return whole;
}

/**
 * Whole numbers with the sum of the exact ones, each less than two steps from its own and none below 0.
 * @param exact n numbers whose sum is whole
 * @param squares n·n squared distances between the images of the vertex
 */
export function wholeSteps(exact: Float64Array, squares: Float64Array): Float64Array {
  const n = exact.length;
  const sum = Math.round(exact.reduce((all, x) => all + x, 0));
  const whole = nearestWhole(exact, sum);
  // slope[a] = Σ_b d²_ab δ_b. A step from b to a changes the squared error by slope[b] − slope[a] + d²_ab.
  const slope = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) slope[a] += squares[n * a + b] * (whole[b] - exact[b]);
  }
  const least = -NO_GAIN * Math.max(...squares);
  for (;;) {
    let [best, to, from] = [least, -1, -1];
    for (let a = 0; a < n; a++) {
      if (whole[a] + 1 - exact[a] >= FARTHEST) continue;
      for (let b = 0; b < n; b++) {
        if (a === b || whole[b] < 1 || exact[b] - whole[b] + 1 >= FARTHEST) continue;
        const change = slope[b] - slope[a] + squares[n * a + b];
        if (change < best) [best, to, from] = [change, a, b];
      }
    }
    if (to < 0) return whole;
    whole[to]++;
    whole[from]--;
    for (let c = 0; c < n; c++) slope[c] += squares[n * c + to] - squares[n * c + from];
  }
}

/**
 * Weights in whole steps, largest first. A vertex with one influence keeps it.
 * @param rest V·3 rest positions
 * @param motion for each frame of the file 12B numbers, row-major 3x4 from rest to posed
 * @param steps the number of steps from 0 to 1
 */
export async function steppedWeights(
  given: SlotWeights,
  rest: ArrayLike<number>,
  motion: readonly Float64Array[],
  steps: number,
  task: Task,
): Promise<SlotWeights> {
  const { slots } = given;
  const joints = given.joints.slice();
  const V = given.weights.length / slots;
  const weights = given.weights.slice();
  const distances = new Distances(motion);
  for (let i = 0; i < V; i++) {
    if (i % 512 === 0) {
      task.progress({ phase: "Rounding weights", done: i / V, detail: "" });
      await task.checkpoint();
    }
    const row = given.weights.subarray(slots * i, slots * (i + 1));
    let n = 0;
    while (n < slots && row[n] > 0) n++;
    if (n < 2) continue;
    const total = row.reduce((all, x) => all + x, 0);
    const exact = Float64Array.from(row.subarray(0, n), (x) => (x / total) * steps);
    const squares = new Float64Array(n * n);
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < a; b++) {
        const [one, other] = [given.joints[slots * i + a], given.joints[slots * i + b]];
        const square = distances.between(one, other, rest, i);
        squares[n * a + b] = square;
        squares[n * b + a] = square;
      }
    }
    const whole = wholeSteps(exact, squares);
    const kept = [...whole.keys()].filter((a) => whole[a] > 0).sort((a, b) => whole[b] - whole[a] || a - b);
    for (let s = 0; s < n; s++) {
      joints[slots * i + s] = s < kept.length ? given.joints[slots * i + kept[s]] : 0;
      weights[slots * i + s] = s < kept.length ? whole[kept[s]] / steps : 0;
    }
  }
  return { ...given, joints, weights };
}
