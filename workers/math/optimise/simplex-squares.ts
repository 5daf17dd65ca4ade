import { choleskySolve } from "../cholesky-solve";

/** A candidate's number and its share. */
export type Share = [candidate: number, share: number];

/** A candidate joins only if it lowers the value by more than this share. */
const LEAST_GAIN = 1e-10;

/**
 * Minimises uᵀAu over u ≥ 0, Σu = 1 with at most `limit` of them above 0. Candidates join one by one, the one with the
 * steepest descent first. Candidates whose share would become negative leave.
 * @param a n by n, symmetric, positive semidefinite.
 */
export function simplexSquares(a: Float64Array, n: number, limit: number): Share[] {
  let best = 0;
  for (let j = 1; j < n; j++) if (a[j * n + j] < a[best * n + best]) best = j;
  let shares: Share[] = [[best, 1]];
  let value = a[best * n + best];
  let useless = new Set<number>();
  while (shares.length < limit) {
    const next = steepest(a, n, shares, value, useless);
    if (next < 0) break;
    const wider = shareOut(a, n, [...shares.map(([j]) => j), next], shares);
    const reached = squareOf(a, n, wider);
    if (reached < value * (1 - LEAST_GAIN)) {
      [shares, value] = [wider, reached];
      useless = new Set();
    } else useless.add(next);
  }
  return shares;
}

const squareOf = (a: Float64Array, n: number, shares: readonly Share[]): number =>
  shares.reduce((sum, [i, u]) => sum + shares.reduce((row, [j, w]) => row + u * w * a[i * n + j], 0), 0);

/** The candidate along which the value falls fastest, without the useless ones; −1 if it falls along none. */
function steepest(
  a: Float64Array,
  n: number,
  shares: readonly Share[],
  value: number,
  useless: ReadonlySet<number>,
): number {
  let best = -1;
  let least = value * (1 - LEAST_GAIN);
  for (let j = 0; j < n; j++) {
    if (useless.has(j) || shares.some(([member]) => member === j)) continue;
    const slope = shares.reduce((sum, [i, u]) => sum + u * a[i * n + j], 0);
    if (slope < least) [best, least] = [j, slope];
  }
  return best;
}

/** The best shares ≥ 0 of some candidates. They start from `from`, which has no other candidates. */
function shareOut(a: Float64Array, n: number, members: number[], from: readonly Share[]): Share[] {
  let set = members;
  let u = new Map(from);
  for (;;) {
    const aim = unbounded(a, n, set);
    // Moves towards the best shares until one becomes 0.
    let step = 1;
    set.forEach((j, at) => {
      const now = u.get(j) ?? 0;
      if (aim[at] < 0) step = Math.min(step, now / (now - aim[at]));
    });
    const next = set.map((j, at): Share => [j, (u.get(j) ?? 0) + step * (aim[at] - (u.get(j) ?? 0))]);
    const kept = next.filter(([, share], at) => share > 1e-12 && !(step < 1 && aim[at] < 0 && share < 1e-9));
    u = new Map(kept);
    if (kept.length === set.length || kept.length === 1) return normalised(kept);
    set = kept.map(([j]) => j);
  }
}

function normalised(shares: readonly Share[]): Share[] {
  const sum = shares.reduce((total, [, share]) => total + share, 0);
  return shares.map(([j, share]): Share => [j, share / sum]);
}

/** The shares with Σu = 1 that minimise the value without regard to signs: A u = constant. */
function unbounded(a: Float64Array, n: number, set: readonly number[]): Float64Array {
  const m = set.length;
  const system = new Float64Array(m * m);
  const trace = set.reduce((sum, j) => sum + a[j * n + j], 0);
  for (let r = 0; r < m; r++) {
    for (let c = 0; c < m; c++) system[r * m + c] = a[set[r] * n + set[c]];
    system[r * m + r] += 1e-12 * trace + 1e-300;
  }
  const u = new Float64Array(m).fill(1);
  choleskySolve(system, u);
  const sum = u.reduce((total, x) => total + x, 0);
  return u.map((x) => x / sum);
}
