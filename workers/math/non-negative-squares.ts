import { choleskySolve } from "./cholesky-solve";

/** Slopes below this share of the largest right side are rounding. */
const LEAST_SLOPE = 1e-12;

/**
 * min xᵀAx − 2bᵀx over x ≥ 0 by Lawson & Hanson's active set (1974, chapter 23).
 * @param gram A, n by n, symmetric, positive semi-definite.
 * @param right b, n.
 */
export function nonNegativeSquares(gram: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const x = new Float64Array(n);
  const inside: number[] = [];
  const scale = right.reduce((most, b) => Math.max(most, Math.abs(b)), 0);
  for (let round = 0; round < 3 * n + 3; round++) {
    const next = steepest(gram, right, x, inside, LEAST_SLOPE * scale);
    if (next < 0) break;
    inside.push(next);
    for (;;) {
      const aim = unbounded(gram, right, inside);
      if (aim.every((value) => value > 0)) {
        inside.forEach((j, at) => {
          x[j] = aim[at];
        });
        break;
      }
      leave(x, aim, inside);
    }
  }
  return x;
}

/** The variable outside the set along which the value falls fastest, or −1. */
function steepest(gram: Float64Array, right: Float64Array, x: Float64Array, inside: number[], least: number) {
  let [best, most] = [-1, least];
  for (let j = 0; j < right.length; j++) {
    if (inside.includes(j)) continue;
    const slope = x.reduce((sum, value, k) => sum - gram[j * right.length + k] * value, right[j]);
    if (slope > most) [best, most] = [j, slope];
  }
  return best;
}

function unbounded(gram: Float64Array, right: Float64Array, inside: number[]): Float64Array {
  const m = inside.length;
  const system = new Float64Array(m * m);
  const trace = inside.reduce((sum, j) => sum + gram[j * right.length + j], 0);
  inside.forEach((r, row) => {
    inside.forEach((c, column) => {
      system[row * m + column] = gram[r * right.length + c];
    });
    system[row * m + row] += 1e-13 * trace + 1e-300;
  });
  const out = Float64Array.from(inside, (j) => right[j]);
  choleskySolve(system, out);
  return out;
}

/** Moves x towards `aim` until a variable becomes 0. Variables at 0 leave the set. */
function leave(x: Float64Array, aim: Float64Array, inside: number[]): void {
  let step = 1;
  inside.forEach((j, at) => {
    if (aim[at] <= 0) step = Math.min(step, x[j] / (x[j] - aim[at]) || 0);
  });
  const out = inside.filter((j, at) => {
    x[j] += step * (aim[at] - x[j]);
    return aim[at] <= 0 && x[j] <= 1e-14;
  });
  // Because of rounding, none may be exactly 0. One leaves in any case.
  if (out.length === 0) out.push(inside.reduce((a, b) => (x[a] <= x[b] ? a : b)));
  for (const j of out) {
    x[j] = 0;
    inside.splice(inside.indexOf(j), 1);
  }
}
