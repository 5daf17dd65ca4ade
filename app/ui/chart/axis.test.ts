import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logRange, logTicks, roundStep } from "./axis";

describe("axes", () => {
  it("puts the ticks of logarithmic axes at round numbers", () => {
    expect(logTicks(1, 20)).toEqual([1, 2, 5, 10, 20]);
    expect(logTicks(0.1, 1000)).toEqual([0.1, 1, 10, 100, 1000]);
    expect(logTicks(2, 5)).toEqual([2, 3, 4, 5]);
    expect(logRange([1.86, 18])).toEqual([1.5, 20]);
    expect(roundStep(40, 4)).toBe(10);
    expect(roundStep(3, 8)).toBe(1);
  });

  it("contains every value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (values) => {
          const [low, high] = logRange(values);
          expect(low).toBeLessThan(high);
          for (const x of values) {
            expect(low).toBeLessThanOrEqual(x * 1.001);
            expect(high).toBeGreaterThanOrEqual(x * 0.999);
          }
        },
      ),
      { seed: 5 },
    );
  });
});
