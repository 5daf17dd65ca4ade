import { describe, expect, it } from "vitest";
import { withMoreThan } from "./painted-vertices";

describe("withMoreThan", () => {
  it("returns the vertices of the list that have more influences than a limit, not counting zeros", () => {
    const weights = {
      version: 1 as const,
      offsets: Uint32Array.of(0, 1, 4, 7),
      bones: Uint16Array.of(0, 0, 1, 2, 0, 1, 2),
      values: Float32Array.of(1, 0.5, 0.25, 0.25, 0.5, 0.5, 0),
    };
    const all = Uint32Array.of(0, 1, 2);
    expect([...withMoreThan(2, all, weights)]).toEqual([1]);
    expect([...withMoreThan(1, all, weights)]).toEqual([1, 2]);
    expect([...withMoreThan(2, Uint32Array.of(0, 2), weights)]).toEqual([]);
  });
});
