import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachStep, type StrokeSample } from "./stroke-path";

const SEED = 20261122;
const coordinate = fc.double({ min: -300, max: 300, noNaN: true });
const sample = fc.record({
  x: coordinate,
  y: coordinate,
  pressure: fc.double({ min: 0, max: 1, noNaN: true }),
});
const apart = (a: StrokeSample, b: StrokeSample) => Math.hypot(a.x - b.x, a.y - b.y);

/** All places of a stroke through some samples. */
function places([first, ...rest]: StrokeSample[], step: number): StrokeSample[] {
  const all = [first];
  let last = first;
  for (const to of rest) last = eachStep(last, to, step, (place) => all.push(place));
  return all;
}

describe("eachStep", () => {
  it("keeps every sample within a step of a touch, and touches at least a step apart", () => {
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 8, max: 60 }),
        (samples, step) => {
          const all = places(samples, step);
          for (const each of samples)
            expect(Math.min(...all.map((place) => apart(place, each)))).toBeLessThan(step + 1e-6);
          for (let n = 1; n < all.length; n++) expect(apart(all[n - 1], all[n])).toBeGreaterThan(step - 1e-6);
        },
      ),
      { seed: SEED },
    );
  });

  it("makes the same touches on a straight path for any density of samples", () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(sample, sample, fc.integer({ min: 8, max: 60 }), shares, (from, to, step, between) => {
        const at = (t: number): StrokeSample => ({
          x: from.x + (to.x - from.x) * t,
          y: from.y + (to.y - from.y) * t,
          pressure: from.pressure + (to.pressure - from.pressure) * t,
        });
        const few = places([from, to], step);
        const many = places([from, ...between.sort((a, b) => a - b).map(at), to], step);
        // Rounding decides whether the last touch still fits.
        const last = Math.min(few.length, many.length);
        expect(Math.abs(few.length - many.length)).toBeLessThanOrEqual(1);
        if (few.length !== many.length) {
          const over = (few.length > many.length ? few : many)[last];
          expect(apart(over, to)).toBeLessThan(1e-6);
        }
        for (let n = 0; n < last; n++) {
          expect(apart(few[n], many[n])).toBeLessThan(1e-6);
          expect(many[n].pressure).toBeCloseTo(few[n].pressure, 6);
        }
      }),
      { seed: SEED },
    );
  });

  it("interpolates evenly between two samples, including pressure", () => {
    const [from, to] = [
      { x: 0, y: 0, pressure: 0.2 },
      { x: 30, y: 40, pressure: 0.7 },
    ];
    const all = places([from, to], 10);
    expect(all.map(({ x }) => Number(x.toFixed(6)))).toEqual([0, 6, 12, 18, 24, 30]);
    expect(all.map(({ pressure }) => Number(pressure.toFixed(6)))).toEqual([0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  });

  it("limits the number of touches in a jump, which still reach its end", () => {
    const all = places(
      [
        { x: 0, y: 0, pressure: 1 },
        { x: 5000, y: 0, pressure: 1 },
      ],
      1,
    );
    expect(all.length).toBeLessThan(100);
    expect(all.at(-1)?.x).toBeCloseTo(5000, 3);
  });
});
