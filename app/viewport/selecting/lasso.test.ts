import { describe, expect, it } from "vitest";
import { boxCorners, isInside, modeOfKeys } from "./lasso";

describe("a region", () => {
  it("contains the points inside a polygon that is not convex", () => {
    const arrow = [
      [0, 0],
      [10, 0],
      [5, 4],
      [10, 10],
      [0, 10],
    ] as const;
    expect(isInside([2, 5], arrow)).toBe(true);
    expect(isInside([8, 5], arrow)).toBe(false);
    expect(isInside([-1, 5], arrow)).toBe(false);
    expect(isInside([8, 1], arrow)).toBe(true);
  });

  it("can be a box that is dragged in any direction", () => {
    for (const box of [boxCorners([1, 2], [5, 8]), boxCorners([5, 8], [1, 2]), boxCorners([1, 8], [5, 2])]) {
      expect(isInside([3, 4], box)).toBe(true);
      expect(isInside([0, 4], box)).toBe(false);
      expect(isInside([3, 9], box)).toBe(false);
    }
  });

  it("replaces the selection, adds to it with Shift and removes from it with Ctrl", () => {
    const none = { shiftKey: false, ctrlKey: false, metaKey: false };
    expect(modeOfKeys(none)).toBe("replace");
    expect(modeOfKeys({ ...none, shiftKey: true })).toBe("add");
    expect(modeOfKeys({ ...none, ctrlKey: true })).toBe("remove");
    expect(modeOfKeys({ ...none, metaKey: true })).toBe("remove");
  });
});
