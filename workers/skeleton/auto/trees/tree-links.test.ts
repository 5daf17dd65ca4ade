import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { DisjointSets } from "../../../mesh/disjoint-sets";
import { cycleOf, isLink } from "./tree-links";

describe("the cycle that a new link closes", () => {
  it("has the links whose removal leaves the bones connected", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(), (n, seed) => {
        const random = createRandom(seed);
        const parents = Int32Array.from({ length: n }, (_, j) =>
          j === 0 || random.next() < 0.1 ? -1 : random.integer(j),
        );
        const links = Array.from(parents.keys()).flatMap((a) =>
          parents[a] < 0 ? [] : [{ a, b: parents[a] }],
        );
        const [a, b] = [random.integer(n), random.integer(n)];
        fc.pre(a !== b && !links.some((link) => isLink(link, a, b)));
        const joins = (left: typeof links) => {
          const sets = new DisjointSets(n);
          for (const link of left) sets.union(link.a, link.b);
          return sets.find(a) === sets.find(b);
        };
        const needed = joins(links)
          ? links.filter((gone) => !joins(links.filter((link) => link !== gone)))
          : [];
        const key = (list: typeof links) => list.map((link) => `${link.a}-${link.b}`).sort();
        expect(key(cycleOf({ parents }, { a, b }))).toEqual(key(needed));
      }),
    );
  });
});
