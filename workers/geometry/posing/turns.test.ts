import { describe, expect, it } from "vitest";
import { dot, length, minus, scaled } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import { back, between, normalized, turned } from "./turns";

describe("turns", () => {
  it("are normalised without change of direction, and one of length 0 becomes no turn", () => {
    expect(normalized([0, 3, 0, 4])).toEqual([0, 0.6, 0, 0.8]);
    expect(normalized([1, 1, 1, 1])).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(normalized([0, 0, 0, 0])).toEqual([0, 0, 0, 1]);
  });

  it("turn a vector there and back", () => {
    // A third of a turn about (1, 1, 1) moves each axis to the next one.
    const third = [0.5, 0.5, 0.5, 0.5] as const;
    expect(turned(third, [1, 2, 3])).toEqual([3, 1, 2]);
    expect(turned(back(third), [3, 1, 2])).toEqual([1, 2, 3]);
  });

  it("between opposite directions are half turns about an axis across them", () => {
    const values = [-1, 0, 1];
    for (const x of values)
      for (const y of values)
        for (const z of values) {
          const from: Point = [x, y, z];
          if (length(from) === 0) continue;
          const half = between(from, scaled(from, -2));
          expect(half[3]).toBeCloseTo(0, 12);
          expect(dot([half[0], half[1], half[2]], from)).toBeCloseTo(0, 12);
          expect(length(minus(turned(half, from), scaled(from, -1)))).toBeLessThan(1e-12);
        }
  });
});
