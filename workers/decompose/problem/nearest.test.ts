import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { Nearest } from "./nearest";

/** Positions with many coincident and many collinear points. */
function cloud(count: number, seed: number, grain: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: 4 * count }, (_, n) =>
    n % 4 === 3 ? 1 : Math.round(random.normal() * grain) / grain,
  );
}

describe("Nearest", () => {
  it("finds the same vertices as a search over all", () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0.2, 1, 3, 1e6),
      fc.integer(),
      (count, k, grain, seed) => {
        const rest = cloud(count, seed, grain);
        const tree = new Nearest(rest);
        for (let i = 0; i < count; i += 1 + (count >> 3)) {
          const distance = (v: number) =>
            [0, 1, 2].reduce((s, c) => s + (rest[4 * v + c] - rest[4 * i + c]) ** 2, 0);
          const expected = Array.from({ length: count }, (_, v) => v)
            .sort((a, b) => distance(a) - distance(b) || a - b)
            .slice(0, k);
          expect(Array.from(tree.around(i, k))).toEqual(expected);
        }
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});
