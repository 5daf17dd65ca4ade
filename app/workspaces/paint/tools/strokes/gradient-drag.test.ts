import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradientShares } from "./gradient-drag";

const place = fc.tuple(
  ...[0, 1, 2].map(() => fc.integer({ min: -50, max: 50 }).map((n) => n / 10)),
) as fc.Arbitrary<[number, number, number]>;

describe("a gradient", () => {
  it("is 1 up to its start, one half in the middle, and 0 from its end on", () => {
    const line = [-1, 0, 0, 0, 0, 0, 1, 5, 0, 2, 0, 3, 9, 0, 0];
    expect([...gradientShares("linear", [0, 0, 0], [2, 0, 0], line, "linear")]).toEqual([1, 1, 0.5, 0, 0]);
    expect(gradientShares("linear", [1, 1, 1], [1, 1, 1], line, "linear").every((share) => share === 0)).toBe(
      true,
    );
  });

  it("depends only on the distance from its first plane or its centre", () => {
    fc.assert(
      fc.property(place, place, place, (a, b, p) => {
        const way = a.map((x, n) => b[n] - x);
        const square = way.reduce((sum, x) => sum + x * x, 0);
        if (square === 0) return;
        const off = p.map((x, n) => x - a[n]);
        const t = off.reduce((sum, x, n) => sum + x * way[n], 0) / square;
        const linear = Math.min(1, Math.max(0, 1 - t));
        expect(gradientShares("linear", a, b, p, "linear")[0]).toBeCloseTo(linear, 5);
        const radial = Math.max(0, 1 - Math.hypot(...off) / Math.sqrt(square));
        expect(gradientShares("radial", a, b, p, "linear")[0]).toBeCloseTo(radial, 5);
      }),
      { seed: 18 },
    );
  });
});
