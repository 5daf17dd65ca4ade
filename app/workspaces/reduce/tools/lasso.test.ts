import { describe, expect, it } from "vitest";
import { facing, isInside, selectionAfter } from "./lasso";

describe("a lasso", () => {
  it("catches points inside a polygon that is not convex", () => {
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

  it("replaces a selection, adds to it and removes from it", () => {
    const before = Uint32Array.of(3, 12);
    expect([...selectionAfter(before, [12, 2], "replace")]).toEqual([2, 12]);
    expect([...selectionAfter(before, [100, 2], "add")]).toEqual([2, 3, 12, 100]);
    expect([...selectionAfter(before, [12, 2], "remove")]).toEqual([3]);
  });

  it("leaves out vertices that face away, and keeps loose ones", () => {
    // Two sides of a roof and a loose vertex: the ridge has a front to either eye.
    const positions = [0, 0, -1, 0, 0, 1, -1, -1, 0, 1, -1, 0, 5, 5, 5];
    const triangles = [0, 2, 1, 0, 1, 3];
    expect([...facing(positions, triangles, [-9, 0, 0])]).toEqual([1, 1, 1, 0, 1]);
    expect([...facing(positions, triangles, [9, 0, 0])]).toEqual([1, 1, 0, 1, 1]);
  });
});
