import { describe, expect, it } from "vitest";
import { createRandom } from "../random";
import { simplexSquares } from "./simplex-squares";

/** AᵀA of random vectors, n by n. */
function gram(seed: number, n: number, rows: number): Float64Array {
  const random = createRandom(seed);
  const vectors = Array.from({ length: n }, () => Array.from({ length: rows }, () => random.normal()));
  return Float64Array.from(
    vectors.flatMap((a) => vectors.map((b) => a.reduce((sum, x, r) => sum + x * b[r], 0))),
  );
}

const squareOf = (a: Float64Array, n: number, u: readonly number[]) =>
  u.reduce((sum, x, i) => sum + u.reduce((row, y, j) => row + x * y * a[i * n + j], 0), 0);

describe("simplexSquares", () => {
  it("finds shares that no small change improves", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const n = 6;
      const a = gram(seed, n, 4);
      const shares = simplexSquares(a, n, n);
      const u = new Array<number>(n).fill(0);
      for (const [j, share] of shares) u[j] = share;
      expect(u.reduce((x, y) => x + y, 0)).toBeCloseTo(1, 12);
      expect(Math.min(...u)).toBeGreaterThanOrEqual(0);
      const value = squareOf(a, n, u);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const step = Math.min(1e-4, u[i]);
          const other = u.map((x, k) => x - (k === i ? step : 0) + (k === j ? step : 0));
          expect(squareOf(a, n, other)).toBeGreaterThan(value - 1e-7);
        }
      }
    }
  });

  it("uses at most the allowed number of candidates", () => {
    const a = gram(5, 8, 20);
    expect(simplexSquares(a, 8, 1)).toHaveLength(1);
    expect(simplexSquares(a, 8, 3).length).toBeLessThanOrEqual(3);
    const best = Array.from({ length: 8 }, (_, j) => a[9 * j]).reduce((x, y) => Math.min(x, y));
    const [[only]] = simplexSquares(a, 8, 1);
    expect(a[9 * only]).toBe(best);
  });
});
