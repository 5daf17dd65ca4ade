import { describe, expect, it } from "vitest";
import { indentOf } from "./bone-tree";

describe("the indent of a tree's rows", () => {
  it("grows with every level, and leaves half of a narrow panel's width to names", () => {
    for (let depth = 0; depth < 24; depth++) expect(indentOf(depth + 1)).toBeGreaterThan(indentOf(depth));
    expect(indentOf(15)).toBeLessThan(112);
  });
});
