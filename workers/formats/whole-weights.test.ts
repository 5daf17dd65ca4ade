import fc from "fast-check";
import { expect, it } from "vitest";
import { numbersBetween } from "../testing/numbers-between";
import { wholeWeights } from "./whole-weights";

const weights = fc.array(fc.oneof(fc.constant(0), numbersBetween(0.01, 1)), { minLength: 1, maxLength: 12 });

it("makes integers with the given sum, all off by less than one step, and keeps zeros", () => {
  fc.assert(
    fc.property(weights, fc.constantFrom(255, 65535), (row, sum) => {
      const total = row.reduce((a, b) => a + b, 0);
      fc.pre(total > 0);
      const whole = wholeWeights(row, sum);
      expect(whole.reduce((a, b) => a + b, 0)).toBe(sum);
      whole.forEach((x, n) => {
        expect(Number.isInteger(x)).toBe(true);
        expect(Math.abs(x - (row[n] / total) * sum)).toBeLessThan(1);
        if (row[n] === 0) expect(x).toBe(0);
      });
    }),
  );
});

it("gives the rest to the largest remainders, and everything to the first weight of an empty row", () => {
  expect(wholeWeights([0.5, 0.25, 0.25], 5)).toEqual([3, 1, 1]);
  expect(wholeWeights([1, 2, 2], 4)).toEqual([1, 2, 1]);
  expect(wholeWeights([0, 0, 0], 255)).toEqual([255, 0, 0]);
});
