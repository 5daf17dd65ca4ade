import fc from "fast-check";
import { expect, it } from "vitest";
import { determinant3, product3 } from "./matrix3";
import { createRandom } from "./random";
import { symmetricEigen } from "./symmetric-eigen";
import { symmetricEigen3 } from "./symmetric-eigen3";

const transposed = (m: ArrayLike<number>) => [0, 1, 2].flatMap((r) => [m[r], m[3 + r], m[6 + r]]);

it("takes a symmetric 3x3 matrix apart, whatever its eigenvalues", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = createRandom(seed);
      // Each column has its own size, 0 among them.
      const sizes = [0, 1, 2].map(() => (random.next() < 0.2 ? 0 : 10 ** (8 * random.next() - 4)));
      const m = Array.from({ length: 9 }, (_, at) => sizes[at % 3] * random.normal());
      const square = product3(transposed(m), m);
      const values = Float64Array.from(square);
      const vectors = new Float64Array(9);
      symmetricEigen3(values, vectors);
      const largest = Math.max(...square.map(Math.abs));
      const diagonal = [0, 0, 0, 0, 0, 0, 0, 0, 0].map((_, at) => (at % 4 === 0 ? values[at] : 0));
      const again = product3(product3(transposed(vectors), diagonal), vectors);
      for (let at = 0; at < 9; at++)
        expect(Math.abs(again[at] - square[at])).toBeLessThan(1e-14 * largest + 1e-300);
      const own = product3(vectors, transposed(vectors));
      for (let at = 0; at < 9; at++) expect(own[at]).toBeCloseTo(at % 4 === 0 ? 1 : 0, 13);
      expect(determinant3(vectors)).toBeCloseTo(1, 13);
      const sorted = [values[0], values[4], values[8]].sort((a, b) => b - a);
      const known = symmetricEigen(square, 3).values;
      for (let k = 0; k < 3; k++)
        expect(Math.abs(sorted[k] - known[k])).toBeLessThan(1e-13 * largest + 1e-300);
    }),
    { numRuns: 300 },
  );
});
