import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "./adjacency";

describe("adjacencyOf", () => {
  it("lists each neighbour once, ascending, for both ends of an edge", () => {
    const vertices = fc.integer({ min: 0, max: 11 });
    fc.assert(
      fc.property(fc.array(fc.tuple(vertices, vertices, vertices), { maxLength: 30 }), (triangles) => {
        const sets = Array.from({ length: 12 }, () => new Set<number>());
        for (const t of triangles) for (const a of t) for (const b of t) if (a !== b) sets[a].add(b);
        const { offsets, neighbours } = adjacencyOf(triangles.flat(), 12);
        expect([offsets.length, offsets[12]]).toEqual([13, neighbours.length]);
        for (let i = 0; i < 12; i++) {
          const expected = [...sets[i]].sort((a, b) => a - b);
          expect(Array.from(neighbours.subarray(offsets[i], offsets[i + 1]))).toEqual(expected);
        }
      }),
    );
  });
});
