import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesThatFit, type PlacedName } from "./bone-names";

const placed = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200 })).map((at) => ({ at })),
  { maxLength: 40 },
);

describe("names that fit", () => {
  it("include the first one, do not overlap, and leave out none that would fit", () => {
    fc.assert(
      fc.property(placed, fc.integer({ min: 1, max: 20 }), (places, letters) => {
        const names = places.map(({ at }, bone): PlacedName => ({ bone, at }));
        const shown = namesThatFit(names, () => letters);
        const covers = (a: PlacedName, b: PlacedName) =>
          Math.abs(a.at[1] - b.at[1]) < 17 && Math.abs(a.at[0] - b.at[0]) < 6.3 * letters + 12;
        expect(shown[0]).toBe(names[0]);
        for (const a of names) {
          const others = shown.filter((b) => b !== a);
          expect(others.some((b) => covers(a, b))).toBe(!shown.includes(a));
        }
      }),
      { seed: 2 },
    );
  });
});
