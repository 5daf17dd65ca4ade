import fc from "fast-check";
import { expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { chebyshevSeries, degreeWithin } from "./chebyshev";

/** Σ c_k T_k(x) by the cosines that define them. */
const evaluate = (series: Float64Array, x: number) =>
  series.reduce((sum, c, k) => sum + c * Math.cos(k * Math.acos(x)), 0);

it("equals the implicit and the explicit steps on the whole range, within the tolerance", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      numbersBetween(0.01, 100),
      numbersBetween(0.05, 2),
      fc.integer({ min: 4, max: 12 }),
      (p, step, range, digits) => {
        const functions = [(w: number) => (1 + step * w) ** -p, (w: number) => (1 - w / 2) ** p];
        for (const f of functions) {
          const series = chebyshevSeries(f, range, 10 ** -digits);
          for (let n = 0; n <= 40; n++) {
            const w = (range * n) / 40;
            expect(Math.abs(evaluate(series, 1 - n / 20) - f(w))).toBeLessThan(3 * 10 ** -digits + 1e-13);
          }
          expect(series.reduce((sum, c) => sum + c, 0)).toBeCloseTo(1, 13);
        }
      },
    ),
  );
});

it("has positive coefficients for implicit steps, so the remainder bounds every sign", () => {
  for (const [p, step] of [
    [20, 1],
    [3, 40],
    [200, 100],
  ]) {
    const series = chebyshevSeries((w) => (1 + step * w) ** -p, 2, 1e-12);
    expect(Math.min(...series)).toBeGreaterThanOrEqual(0);
  }
  expect(chebyshevSeries((w) => (1 + w) ** -20, 2, 1e-12).length).toBe(41);
});

it("is the identity without smoothing", () => {
  expect([...chebyshevSeries((w) => (1 + w) ** -20, 0, 1e-12)]).toEqual([1]);
});

it("finds the degree whose remainder is below a tolerance", () => {
  const series = Float64Array.of(0.5, 0.25, -0.125, 0.0625);
  expect([1, 0.4, 0.18, 0.07, 0.01].map((tolerance) => degreeWithin(series, tolerance))).toEqual([
    0, 1, 2, 2, 3,
  ]);
});
