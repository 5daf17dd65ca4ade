import { describe, expect, it } from "vitest";
import { indentOf, influenceTree } from "./bone-tree";

/** Two fingers on a hand, numbered level by level as in many files. */
const HAND = [
  ["hand", -1],
  ["index_01", 0],
  ["ring_01", 0],
  ["index_02", 1],
  ["ring_02", 2],
].map(([name, parent]) => ({
  name: String(name),
  parent: Number(parent),
  head: [0, 0, 0] as [number, number, number],
}));

describe("the rows of a tree", () => {
  const listed = (folded: number[], filter: string) =>
    influenceTree(HAND, new Set(folded), filter).map(({ bone, depth }) => `${depth} ${HAND[bone].name}`);

  it("follow each branch to its end, without what is folded", () => {
    expect(listed([], "")).toEqual(["0 hand", "1 index_01", "2 index_02", "1 ring_01", "2 ring_02"]);
    expect(listed([1], "")).toEqual(["0 hand", "1 index_01", "1 ring_01", "2 ring_02"]);
  });

  it("are flat with a filter, in the same order, also below folded bones", () => {
    expect(listed([1], "_0")).toEqual(["0 index_01", "0 index_02", "0 ring_01", "0 ring_02"]);
    expect(listed([], " RING ")).toEqual(["0 ring_01", "0 ring_02"]);
  });
});

describe("the indent of a tree's rows", () => {
  it("grows with every level, and leaves half of a narrow panel's width to names", () => {
    for (let depth = 0; depth < 24; depth++) expect(indentOf(depth + 1)).toBeGreaterThan(indentOf(depth));
    expect(indentOf(15)).toBeLessThan(112);
  });
});
