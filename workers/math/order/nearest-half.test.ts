import fc from "fast-check";
import { DataUtils } from "three";
import { expect, it } from "vitest";
import { nearestHalf } from "./nearest-half";

it("is a half float, and no half float is nearer", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -65504, max: 65504, noNaN: true }),
      fc.integer({ min: -30, max: 0 }),
      (x, power) => {
        const value = x * 2 ** power;
        const half = nearestHalf(value);
        const bits = DataUtils.toHalfFloat(half);
        expect(DataUtils.fromHalfFloat(bits) - half).toBe(0);
        for (const other of [bits - 1, bits + 1].map((b) => DataUtils.fromHalfFloat(b))) {
          if (Number.isFinite(other))
            expect(Math.abs(half - value)).toBeLessThanOrEqual(Math.abs(other - value));
        }
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});
