import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { DisjointSets } from "../../mesh/disjoint-sets";
import { type Edge, spanningForest } from "./spanning-forest";

/** All spanning trees of B labelled bones, one for each of the Bᴮ⁻² Prüfer sequences. */
function allTrees(B: number): [number, number][][] {
  const trees: [number, number][][] = [];
  for (let code = 0; code < B ** (B - 2); code++) {
    const sequence = Array.from({ length: B - 2 }, (_, n) => Math.floor(code / B ** n) % B);
    const degree = Array.from({ length: B }, (_, j) => 1 + sequence.filter((x) => x === j).length);
    const tree: [number, number][] = [];
    for (const j of sequence) {
      const leaf = degree.indexOf(1);
      tree.push([leaf, j]);
      degree[leaf]--;
      degree[j]--;
    }
    tree.push([degree.indexOf(1), degree.lastIndexOf(1)]);
    trees.push(tree);
  }
  return trees;
}

describe("the minimum spanning forest", () => {
  it("has the cost of the best of all trees", () => {
    const trees = new Map([3, 4, 5, 6].map((B) => [B, allTrees(B)]));
    expect(trees.get(5)!.length).toBe(125);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 6 }), (seed, B) => {
        const random = createRandom(seed);
        const edges: Edge[] = [];
        for (let a = 0; a < B; a++)
          for (let b = a + 1; b < B; b++) edges.push({ a, b, cost: random.integer(20) });
        const cost = (a: number, b: number) =>
          edges.find((e) => (e.a === a && e.b === b) || (e.a === b && e.b === a))!.cost;
        const best = Math.min(
          ...trees.get(B)!.map((tree) => tree.reduce((sum, [a, b]) => sum + cost(a, b), 0)),
        );
        const found = spanningForest(edges, new DisjointSets(B));
        expect(found.length).toBe(B - 1);
        expect(found.reduce((sum, e) => sum + e.cost, 0)).toBe(best);
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  it("has a tree for each connected part", () => {
    const edges = [
      { a: 0, b: 1, cost: 3 },
      { a: 1, b: 2, cost: 1 },
      { a: 0, b: 2, cost: 2 },
      { a: 3, b: 4, cost: 9 },
    ];
    const sets = new DisjointSets(6);
    expect(spanningForest(edges, sets).map(({ a, b }) => [a, b])).toEqual([
      [1, 2],
      [0, 2],
      [3, 4],
    ]);
    expect([0, 1, 2, 3, 4, 5].map((j) => sets.find(j))).toEqual([0, 0, 0, 3, 3, 5]);
  });

  it("hangs bones that may only be leaves on one other bone", () => {
    const edges = [
      { a: 0, b: 1, cost: 2 },
      { a: 1, b: 2, cost: 1 },
      { a: 2, b: 3, cost: 1 },
      { a: 3, b: 4, cost: 5 },
      { a: 2, b: 5, cost: 1 },
    ];
    const sets = new DisjointSets(6);
    const links = spanningForest(edges, sets, new Set([2, 5])).map(({ a, b }) => [a, b]);
    expect(links).toEqual([
      [0, 1],
      [3, 4],
      [1, 2],
    ]);
    expect(sets.find(0)).not.toBe(sets.find(3));
  });
});
