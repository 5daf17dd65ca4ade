import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FalloffShape } from "../../../document/brush-settings";
import { FALLOFFS } from "./falloff";

const SHAPES = Object.keys(FALLOFFS) as FalloffShape[];
const distance = fc.double({ min: 0, max: 1, noNaN: true });

describe.each(SHAPES)("the falloff %s", (shape) => {
  const fall = FALLOFFS[shape];

  it("is 1 in the middle, and 0 at the edge and beyond", () => {
    expect(fall(0)).toBe(1);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), (t) => fall(t) === 0),
      { seed: 20261123 },
    );
  });

  it("never rises towards the edge, and stays in 0..1", () => {
    fc.assert(
      fc.property(distance, distance, (a, b) => {
        const [near, far] = [fall(Math.min(a, b)), fall(Math.max(a, b))];
        expect(near).toBeGreaterThanOrEqual(far - 1e-12);
        expect(Math.min(near, far)).toBeGreaterThanOrEqual(0);
        expect(Math.max(near, far)).toBeLessThanOrEqual(1);
      }),
      { seed: 20261123 },
    );
  });
});

it("the smooth falloff is flat in the middle and at the edge, and 0.5 halfway", () => {
  expect(FALLOFFS.smooth(0.5)).toBe(0.5);
  expect(1 - FALLOFFS.smooth(0.01)).toBeLessThan(0.001);
  expect(FALLOFFS.smooth(0.99)).toBeLessThan(0.001);
});
