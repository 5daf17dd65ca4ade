import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../math/random";
import { PointGrid } from "./point-grid";

it("finds the same nearest point within reach as a search of all points, and the first of equally near ones", () => {
  const reaches = fc.constantFrom(0.1, 0.5, 1, 3, 100);
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 0, max: 60 }),
      reaches,
      fc.boolean(),
      (seed, count, reach, whole) => {
        const random = createRandom(seed);
        // Whole numbers lie on the borders of cells, and many are equally far away.
        const number = () => (whole ? random.integer(7) - 3 : 2 * random.normal());
        const points = Array.from({ length: 3 * count }, number);
        const grid = new PointGrid(points, reach);
        expect(grid.count).toBe(count);
        for (let n = 0; n < 30; n++) {
          const at = [number(), number(), number()];
          const squares = Array.from({ length: count }, (_, i) =>
            [0, 1, 2].reduce((sum, c) => sum + (points[3 * i + c] - at[c]) ** 2, 0),
          );
          const least = Math.min(...squares);
          const expected = least <= reach * reach ? squares.indexOf(least) : -1;
          expect(grid.nearest(at[0], at[1], at[2])).toBe(expected);
        }
      },
    ),
  );
});
