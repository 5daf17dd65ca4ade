import { describe, expect, it } from "vitest";
import { back, normalized, turned } from "./turns";

describe("turns", () => {
  it("of length 1 keep their direction, and one without length turns nothing", () => {
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
});
