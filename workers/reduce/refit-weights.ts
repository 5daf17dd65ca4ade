/**
 * Reduces influences and fits the remaining weights to the source again.
 *
 * With p_j(k) the position of a vertex under bone j alone in frame k, and y(k) its target, the squared error of weights
 * w that sum to 1 is wᵀGw with G_jl = Σ_k (p_j − y)·(p_l − y). Influences are dropped one at a time, the cheapest
 * first. After each, the others are fitted again by moving weight between pairs; each move goes to the exact minimum.
 * Then dropped influences replace kept ones as long as that lowers the error. The result is never worse than keeping
 * the largest weights.
 */

import { simplexSquares } from "../math/optimise/simplex-squares";

/** The fit starts with this many more candidates than requested influences, chosen by weight alone. */
const SPARE_CANDIDATES = 6;
/** If G is nearly singular, moves between pairs zigzag. After this many moves, all weights are solved for at once. */
const MOST_MOVES = 300;
const MOST_SWAPS = 6;

/** wᵀGw for n weights. */
export function quadratic(G: Float64Array, n: number, w: Float64Array): number {
  let sum = 0;
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) sum += w[a] * w[b] * G[n * a + b];
  return sum;
}

/**
 * Minimises wᵀGw over w ≥ 0 with the same sum, by exact moves between pairs. `free` marks the weights that may be above
 * 0.
 */
export function minimisePairs(G: Float64Array, n: number, w: Float64Array, free: Uint8Array): void {
  const gradient = new Float64Array(n);
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) gradient[a] += G[n * a + b] * w[b];
  for (let move = 0; move < MOST_MOVES; move++) {
    let [from, to] = [-1, -1];
    for (let a = 0; a < n; a++) {
      if (!free[a]) continue;
      if (w[a] > 0 && (from < 0 || gradient[a] > gradient[from])) from = a;
      if (to < 0 || gradient[a] < gradient[to]) to = a;
    }
    if (from < 0 || to < 0 || from === to) return;
    const slope = gradient[from] - gradient[to];
    const curvature = G[n * from + from] + G[n * to + to] - 2 * G[n * from + to];
    if (!(slope > 1e-9 * (Math.abs(gradient[from]) + Math.abs(gradient[to]))) || slope <= 0) return;
    const step = curvature > 0 ? Math.min(w[from], slope / curvature) : w[from];
    w[from] = step === w[from] ? 0 : w[from] - step;
    w[to] += step;
    for (let a = 0; a < n; a++) gradient[a] += step * (G[n * a + to] - G[n * a + from]);
  }
  minimiseAtOnce(G, n, w, free);
}

/** Minimises wᵀGw by an active set, and keeps the result if it is lower. */
function minimiseAtOnce(G: Float64Array, n: number, w: Float64Array, free: Uint8Array): void {
  const members = [...free.keys()].filter((a) => free[a]);
  const m = members.length;
  const among = Float64Array.from(
    { length: m * m },
    (_, e) => G[n * members[Math.floor(e / m)] + members[e % m]],
  );
  const sum = w.reduce((total, x) => total + x, 0);
  const found = new Float64Array(n);
  for (const [member, share] of simplexSquares(among, m, m)) found[members[member]] = sum * share;
  if (quadratic(G, n, found) < quadratic(G, n, w)) w.set(found);
}

/** Removes influence `gone` from `w` and scales the others to the same sum. */
function without(w: Float64Array, gone: number): Float64Array | null {
  const left = w.reduce((sum, x, a) => sum + (a === gone ? 0 : x), 0);
  return left > 1e-9 ? w.map((x, a) => (a === gone ? 0 : x / left)) : null;
}

/** A choice of influences and the best weights for it. */
interface Choice {
  free: Uint8Array;
  weights: Float64Array;
  error: number;
}

/** Fits the weights of the influences that `free` marks, starting from `w`. */
function fitted(G: Float64Array, n: number, w: Float64Array, free: Uint8Array): Choice {
  const weights = w.slice();
  minimisePairs(G, n, weights, free);
  return { free, weights, error: quadratic(G, n, weights) };
}

/** Removes the influence that costs least, and fits the others again. */
function dropOne(G: Float64Array, n: number, { free, weights }: Choice): Choice {
  let best: { gone: number; error: number; weights: Float64Array } | null = null;
  for (let a = 0; a < n; a++) {
    const left = free[a] ? without(weights, a) : null;
    if (!left) continue;
    const error = quadratic(G, n, left);
    if (!best || error < best.error) best = { gone: a, error, weights: left };
  }
  // If one influence has all the weight, it cannot go, and the others go without effect.
  const gone = best?.gone ?? free.findIndex((flag, a) => flag === 1 && weights[a] === 0);
  return fitted(
    G,
    n,
    best?.weights ?? weights,
    free.map((flag, a) => (a === gone ? 0 : flag)),
  );
}

/** The influence outside a choice whose weight would lower the error fastest, or -1 if none would. */
function mostWanted(G: Float64Array, n: number, { free, weights, error }: Choice): number {
  let [wanted, slope] = [-1, error * (1 - 1e-9)];
  for (let a = 0; a < n; a++) {
    if (free[a]) continue;
    let gradient = 0;
    for (let b = 0; b < n; b++) gradient += G[n * a + b] * weights[b];
    if (gradient < slope) [wanted, slope] = [a, gradient];
  }
  return wanted;
}

/**
 * @param w weights of n influences, sum 1
 * @param most the most remaining influences
 * @returns the new weights, zero for dropped influences
 */
export function refitRow(G: Float64Array, n: number, w: Float64Array, most: number): Float64Array {
  let best = fitted(G, n, w, new Uint8Array(n).fill(1));
  for (let left = n; left > most; left--) best = dropOne(G, n, best);
  for (let swap = 0; swap < MOST_SWAPS && most < n; swap++) {
    const wanted = mostWanted(G, n, best);
    if (wanted < 0) break;
    const wider = fitted(
      G,
      n,
      best.weights,
      best.free.map((flag, a) => (a === wanted ? 1 : flag)),
    );
    const swapped = dropOne(G, n, wider);
    if (!(swapped.error < best.error * (1 - 1e-6))) break;
    best = swapped;
  }
  const plain = keepLargest(w, most);
  const kept = plain.map((x) => (x > 0 ? 1 : 0));
  const fromPlain = fitted(G, n, plain, Uint8Array.from(kept));
  return fromPlain.error < best.error ? fromPlain.weights : best.weights;
}

/** The largest `most` weights of `w`, scaled to the sum 1. The others become 0. */
export function keepLargest(w: Float64Array, most: number): Float64Array {
  const order = [...w.keys()].sort((a, b) => w[b] - w[a] || a - b);
  const kept = new Set(order.slice(0, most));
  const sum = w.reduce((total, x, a) => total + (kept.has(a) ? x : 0), 0);
  return w.map((x, a) => (kept.has(a) ? x / sum : 0));
}

/** Number of candidates of a row in the fit. */
export const candidatesFor = (most: number): number => most + SPARE_CANDIDATES;
