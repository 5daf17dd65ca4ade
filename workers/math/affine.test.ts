import fc from "fast-check";
import { inverse, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { composeTrs, determinantOf, fromColumnMajor, invertAffine, multiplyAffine } from "./affine";
import { createRandom } from "./random";

/** Offsets differ, so a mixed-up offset is noticed. */
const [A, B, OUT] = [5, 3, 2];

const random3x4 = (seed: number, at: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: at + 12 }, () => random.normal());
};
const matrixOf = (m: ArrayLike<number>, at: number) =>
  new Matrix([...[0, 4, 8].map((r) => [0, 1, 2, 3].map((c) => m[at + r + c])), [0, 0, 0, 1]]);

function expectNear(found: Float64Array, at: number, truth: Matrix): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      const x = truth.get(r, c);
      expect(Math.abs(found[at + 4 * r + c] - x)).toBeLessThan(1e-9 * (1 + Math.abs(x)));
    }
  }
}

describe("affine maps in packed arrays", () => {
  it("are multiplied, and inverted, as 4x4 matrices are", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [a, b] = [random3x4(seed, A), random3x4(seed + 1, B)];
        const out = new Float64Array(OUT + 13).fill(7);
        multiplyAffine(out, OUT, a, A, b, B);
        expectNear(out, OUT, matrixOf(a, A).mmul(matrixOf(b, B)));
        expect([out[OUT - 1], out[OUT + 12]]).toEqual([7, 7]);
        if (Math.abs(determinantOf(a, A)) < 1e-3) return;
        expect(invertAffine(out, OUT, a, A)).toBe(true);
        expectNear(out, OUT, inverse(matrixOf(a, A)));
        expect([out[OUT - 1], out[OUT + 12]]).toEqual([7, 7]);
      }),
    );
  });

  it("have no inverse if they are nearly flat for their size, and leave the result unchanged", () => {
    for (const size of [1e-4, 1, 1e4]) {
      for (const [thin, inverts] of [
        [2e-10, true],
        [0.5e-10, false],
        [0, false],
      ] as const) {
        for (let axis = 0; axis < 3; axis++) {
          const m = new Float64Array(12);
          for (let c = 0; c < 3; c++) m[5 * c] = size * (c === axis ? -thin : 1);
          // The translation is not part of the size.
          m[3] = 1e9;
          const out = new Float64Array(12).fill(7);
          expect(invertAffine(out, 0, m, 0)).toBe(inverts);
          if (!inverts) expect([...out]).toEqual(new Array(12).fill(7));
        }
      }
    }
    expect(invertAffine(new Float64Array(12), 0, new Float64Array(12).fill(Number.NaN), 0)).toBe(false);
  });

  it("scale first, then turn, then move", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const numbers = (n: number) => Array.from({ length: n }, () => random.normal());
        const [t, s, p, raw] = [numbers(3), numbers(3), numbers(3), numbers(4)];
        const q = raw.map((x) => x / Math.hypot(...raw));
        const out = new Float64Array(OUT + 12);
        composeTrs(out, OUT, t, q, s);
        // v + 2 w (u × v) + 2 u × (u × v), with u the vector part of q.
        const v = p.map((x, c) => x * s[c]);
        const cross = (a: number[], b: number[]) =>
          [0, 1, 2].map((c) => a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);
        const u = q.slice(0, 3);
        const [once, twice] = [cross(u, v), cross(u, cross(u, v))];
        for (let r = 0; r < 3; r++) {
          const row = out.subarray(OUT + 4 * r, OUT + 4 * r + 4);
          const moved = p.reduce((sum, x, c) => sum + row[c] * x, row[3]);
          expect(moved).toBeCloseTo(v[r] + 2 * q[3] * once[r] + 2 * twice[r] + t[r], 9);
        }
      }),
    );
  });

  it("are the first three rows of matrices by columns", () => {
    const out = new Float64Array(14);
    fromColumnMajor(
      out,
      2,
      Array.from({ length: 20 }, (_, n) => n),
      4,
    );
    expect([...out]).toEqual([0, 0, 4, 8, 12, 16, 5, 9, 13, 17, 6, 10, 14, 18]);
  });
});
