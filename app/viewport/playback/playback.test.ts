import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance } from "./playback";

const range = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);

describe("advance", () => {
  it("stays within the range, and gives all frames the same duration", () => {
    fc.assert(
      fc.property(
        range,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: -5, max: 60, noNaN: true }),
        (r, s, t) => {
          const { time, ended } = advance(t, s, 24, r, true);
          expect(ended).toBe(false);
          expect(time).toBeGreaterThanOrEqual(r[0]);
          expect(time).toBeLessThan(r[1] + 1);
        },
      ),
      { seed: 1 },
    );
  });

  it("returns to the same time after one round", () => {
    const { time } = advance(4.25, 10 / 24, 24, [2, 11], true);
    expect(time).toBeCloseTo(4.25, 9);
  });

  it("stops on the last frame without a loop", () => {
    expect(advance(9.5, 1, 24, [0, 10], false)).toEqual({ time: 10, ended: true });
    expect(advance(3, 0.5, 4, [0, 10], false)).toEqual({ time: 5, ended: false });
  });

  it("restarts if the time is outside the range", () => {
    expect(advance(40, 0, 24, [3, 8], true).time).toBe(3);
  });
});
