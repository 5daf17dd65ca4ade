import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../../../../math/random";
import { missOfMaps } from "./map-misses";

type Point = [number, number, number];

it("the error of affine maps is the sum of squared distances", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 9 }), (seed, count) => {
      const random = createRandom(seed);
      const point = (): Point => [3 + random.normal(), random.normal() - 5, random.normal()];
      const pairs = Array.from({ length: count }, (): [Point, Point] => [point(), point()]);
      const miss = missOfMaps(pairs);
      const map = Array.from({ length: 12 }, () => random.normal());
      let truth = 0;
      for (const [p, h] of pairs) {
        for (let r = 0; r < 3; r++) {
          const at = map[4 * r] * p[0] + map[4 * r + 1] * p[1] + map[4 * r + 2] * p[2] + map[4 * r + 3];
          truth += (at - h[r]) ** 2;
        }
      }
      expect(Math.abs(miss(map) - truth)).toBeLessThan(1e-9 * (1 + truth));
      // The error of a map that fits exactly is zero, and never negative.
      const same = missOfMaps(pairs.map(([p]) => [p, p]));
      expect(same([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])).toBeLessThan(1e-9);
      expect(same([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])).toBeGreaterThanOrEqual(0);
    }),
  );
});
