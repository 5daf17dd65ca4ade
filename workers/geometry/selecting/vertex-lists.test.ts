import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../adjacency";
import {
  changedList,
  connectedList,
  grownList,
  markedVertices,
  otherVertices,
  shrunkList,
} from "./vertex-lists";

/** Triangles of a grid of columns × rows vertices. */
function gridTriangles(columns: number, rows: number, from = 0): number[] {
  const triangles: number[] = [];
  for (let y = 0; y + 1 < rows; y++) {
    for (let x = 0; x + 1 < columns; x++) {
      const a = from + y * columns + x;
      triangles.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  }
  return triangles;
}

const [COLUMNS, ROWS] = [7, 6];
const COUNT = COLUMNS * ROWS;
const rings = adjacencyOf(gridTriangles(COLUMNS, ROWS), COUNT);
const lists = fc.uniqueArray(fc.nat(COUNT - 1)).map((list) => Uint32Array.from(list).sort());

const NEIGHBOURS = Array.from({ length: COUNT }, (_, i) => [
  ...rings.neighbours.subarray(rings.offsets[i], rings.offsets[i + 1]),
]);

describe("lists of vertices", () => {
  it("grow by all neighbours, and shrink by all vertices that touch the outside", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const grown = [...Array(COUNT).keys()].filter(
          (i) => list.includes(i) || NEIGHBOURS[i].some((l) => list.includes(l)),
        );
        expect([...grownList(list, rings)]).toEqual(grown);
        const shrunk = [...list].filter((i) => NEIGHBOURS[i].every((l) => list.includes(l)));
        expect([...shrunkList(list, rings)]).toEqual(shrunk);
      }),
    );
  });

  it("contain their vertices again when they grow and then shrink", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const closed = shrunkList(grownList(list, rings), rings);
        expect([...list].every((i) => closed.includes(i))).toBe(true);
        // Closing a closed list changes nothing.
        expect(shrunkList(grownList(closed, rings), rings)).toEqual(closed);
        // To grow a list is to shrink the vertices outside it.
        expect(otherVertices(grownList(list, rings), COUNT)).toEqual(
          shrunkList(otherVertices(list, COUNT), rings),
        );
      }),
    );
    const middle = Uint32Array.of(2 * COLUMNS + 3);
    expect(shrunkList(grownList(middle, rings), rings)).toEqual(middle);
  });

  it("are the same when inverted twice", () => {
    fc.assert(
      fc.property(lists, (list) => {
        expect(otherVertices(otherVertices(list, COUNT), COUNT)).toEqual(list);
      }),
    );
  });

  it("gain and lose vertices, in any order", () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(COUNT + 5)), (list, more) => {
        const known = more.filter((i) => i < COUNT);
        const sorted = (all: Iterable<number>) => [...new Set(all)].sort((a, b) => a - b);
        expect([...changedList(list, more, "replace", COUNT)]).toEqual(sorted(known));
        expect([...changedList(list, more, "add", COUNT)]).toEqual(sorted([...list, ...known]));
        expect([...changedList(list, more, "remove", COUNT)]).toEqual(
          [...list].filter((i) => !known.includes(i)),
        );
      }),
    );
  });

  it("spread over a connected part, and never to another part", () => {
    const two = [...gridTriangles(3, 3), ...gridTriangles(4, 2, 9)];
    const parts = adjacencyOf(two, 18);
    expect([...connectedList([4], parts)]).toEqual([...Array(9).keys()]);
    expect([...connectedList([12], parts)]).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    // Vertex 17 is in no triangle.
    expect([...connectedList([17], parts)]).toEqual([17]);
    expect(markedVertices([0, 1, 0, 2])).toEqual(Uint32Array.of(1, 3));
  });
});
