import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { costOfPulls, distancesOf, type Pulls, stiffnessOf } from "./pulls";

function randomPulls(h: number, seed: number): { pulls: Pulls; joints: Float64Array } {
  const random = createRandom(seed);
  const numbers = (n: number, size: number) => Float64Array.from({ length: n }, () => size * random.next());
  return {
    pulls: {
      weights: numbers(h, 3),
      holds: numbers(h, 2),
      bounds: numbers(h, 1).map((x) => 0.3 + x),
      centres: numbers(3 * h, 1),
      far: 0.1 + random.next(),
    },
    joints: numbers(3 * h, 1),
  };
}

describe("pulls of joints", () => {
  it("have a stiffness that is half the slope of their cost, divided by the distance", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer(), (h, seed) => {
        const { pulls, joints } = randomPulls(h, seed);
        const step = 1e-6;
        for (let at = 0; at < joints.length; at++) {
          const moved = (by: number) => joints.map((x, n) => (n === at ? x + by : x));
          const slope = (costOfPulls(pulls, moved(step)) - costOfPulls(pulls, moved(-step))) / (2 * step);
          const expected =
            2 * stiffnessOf(pulls, joints, Math.floor(at / 3)) * (joints[at] - pulls.centres[at]);
          // The rounding of a difference of two large sums is proportional to the sums.
          const rounding = 1e-8 * costOfPulls(pulls, joints);
          expect(Math.abs(slope - expected)).toBeLessThan(1e-6 * (1 + Math.abs(expected)) + rounding);
        }
      }),
    );
  });

  it("cost hardly more within a bound, and far more beyond it", () => {
    const { pulls } = randomPulls(1, 4);
    const bound = {
      ...pulls,
      weights: Float64Array.of(1),
      holds: Float64Array.of(1),
      far: 1,
      bounds: Float64Array.of(1),
    };
    const free = { ...bound, holds: Float64Array.of(0) };
    const at = (d: number) => Float64Array.of(bound.centres[0] + d, bound.centres[1], bound.centres[2]);
    expect(costOfPulls(bound, at(0.5)) / costOfPulls(free, at(0.5))).toBeLessThan(1.01);
    expect(costOfPulls(bound, at(2)) / costOfPulls(free, at(2))).toBeGreaterThan(50);
  });

  it("return how far joints are from where they are pulled to", () => {
    const { pulls, joints } = randomPulls(3, 5);
    const loose = { ...pulls, weights: pulls.weights.map((w, k) => (k === 1 ? 0 : w)) };
    const away = [0, 1, 2].map((k) =>
      Math.hypot(...[0, 1, 2].map((c) => joints[3 * k + c] - pulls.centres[3 * k + c])),
    );
    const found = distancesOf(loose, joints);
    expect(found[0]).toBeCloseTo(away[0], 12);
    expect(found[1]).toBe(0);
    expect(found[2]).toBeCloseTo(away[2], 12);
  });
});
