import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { restInverses } from "./rest-inverses";

it("places at rest are inverted, and places without an inverse are moved to the origin", () => {
  const random = createRandom(1);
  const rests = Array.from({ length: 4 }, (_, j) =>
    Float64Array.from({ length: 12 }, (_, e) => (j === 2 && e % 4 < 3 ? 0 : random.normal())),
  );
  const inverses = restInverses(rests);
  expect(inverses).toHaveLength(48);
  rests.forEach((rest, j) => {
    // A point of the joint, in its own coordinates and at rest.
    const own = [random.normal(), random.normal(), random.normal()];
    const placed = [0, 1, 2].map(
      (r) => own.reduce((sum, x, c) => sum + rest[4 * r + c] * x, 0) + rest[4 * r + 3],
    );
    for (let r = 0; r < 3; r++) {
      const row = inverses.subarray(12 * j + 4 * r, 12 * j + 4 * r + 4);
      const back = placed.reduce((sum, x, c) => sum + row[c] * x, 0) + row[3];
      expect(back).toBeCloseTo(j === 2 ? 0 : own[r], 9);
      if (j === 2) expect([...row]).toEqual([...[0, 1, 2].map((c) => (c === r ? 1 : 0)), -rest[4 * r + 3]]);
    }
  });
});
