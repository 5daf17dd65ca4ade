import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product3 } from "../../math/matrix3";
import { createRandom } from "../../math/random";
import { angleBetween } from "../../math/slerp";
import { numbersBetween } from "../../testing/numbers-between";
import { type ShearFactors, shearFactors } from "./shear-factors";
import { quaternionMatrix } from "./stretch";

const transposed = (m: ArrayLike<number>) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((e) => m[e]);

const productOf = ({ u, s, v }: ShearFactors) =>
  product3(
    quaternionMatrix(u).map((x, e) => x * s[e % 3]),
    transposed(quaternionMatrix(v)),
  );

const determinant = (m: ArrayLike<number>) =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) -
  m[1] * (m[3] * m[8] - m[5] * m[6]) +
  m[2] * (m[3] * m[7] - m[4] * m[6]);

function expectFactors(a: readonly number[], factors: ShearFactors): void {
  const size = Math.max(...a.map(Math.abs), 1e-300);
  productOf(factors).forEach((x, e) => {
    expect(Math.abs(x - a[e])).toBeLessThan(1e-9 * size);
  });
  expect(Math.hypot(...factors.u)).toBeCloseTo(1, 12);
  expect(Math.hypot(...factors.v)).toBeCloseTo(1, 12);
}

const entries = fc.array(numbersBetween(-2, 2), { minLength: 9, maxLength: 9 });

/** The nine numbers of a rotation by `angle` about the axis z. */
const aboutZ = (angle: number) => [
  ...[Math.cos(angle), -Math.sin(angle), 0],
  ...[Math.sin(angle), Math.cos(angle), 0],
  ...[0, 0, 1],
];

/** U · diag(s) · Vᵀ for U and V about z. */
const turned = (u: number, s: readonly number[], v: number) =>
  product3(
    aboutZ(u).map((x, e) => x * s[e % 3]),
    transposed(aboutZ(v)),
  );

describe("factors of a matrix", () => {
  it("multiply to the matrix, from any start", () => {
    fc.assert(
      fc.property(entries, entries, (a, before) => {
        const factors = shearFactors(a, shearFactors(before, null));
        expectFactors(a, factors);
        const negative = factors.s.filter((x) => x < 0).length;
        expect(negative).toBe(determinant(a) < 0 ? 1 : 0);
      }),
    );
  });

  it("are found for flat and zero matrices", () => {
    for (const a of [
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 2, 3, 2, 4, 6, -1, -2, -3],
      [1, 0, 0, 0, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 5],
    ]) {
      expectFactors(a, shearFactors(a, null));
    }
  });

  it("turn no farther than with the best order and signs of the sizes", () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const candidates = orders.flatMap((order) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
        Array.from({ length: 9 }, (_, e) => {
          const [r, c] = [Math.floor(e / 3), e % 3];
          return order[c] === r ? (bits & (1 << c) ? -1 : 1) : 0;
        }),
      ),
    );
    const proper = candidates.filter((m) => determinant(m) > 0);
    expect(proper).toHaveLength(24);
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 1e6 }), (a, seed) => {
        const random = createRandom(seed);
        const before = shearFactors(a, null);
        const next = a.map((x) => x + 0.02 * random.normal());
        const found = shearFactors(next, before);
        const cosines = proper.map((order) => {
          const other = product3(quaternionMatrix(found.v), order);
          return other.reduce((sum, x, e) => sum + x * quaternionMatrix(before.v)[e], 0);
        });
        const own = quaternionMatrix(found.v).reduce(
          (sum, x, e) => sum + x * quaternionMatrix(before.v)[e],
          0,
        );
        fc.pre(own > 2.2);
        expect(own).toBeGreaterThan(Math.max(...cosines) - 1e-9);
      }),
    );
  });

  it("do not jump if two sizes become equal, or if one passes through zero", () => {
    const paths = [
      (t: number) => turned(0.4 + t, [1.2 - 0.4 * t, 0.8 + 0.4 * t, 1], 0.3 * t),
      (t: number) => turned(t, [1, 2, 0.5 - t], -t),
    ];
    for (const path of paths) {
      let before: ShearFactors | null = null;
      for (let t = 0; t <= 1; t += 1 / 64) {
        const a = path(t);
        const now = shearFactors(a, before);
        expectFactors(a, now);
        if (before) {
          expect(angleBetween(now.v, 0, before.v, 0)).toBeLessThan(0.05);
          expect(angleBetween(now.u, 0, before.u, 0)).toBeLessThan(0.05);
        }
        before = now;
      }
    }
  });
});
