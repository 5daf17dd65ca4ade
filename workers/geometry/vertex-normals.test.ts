import { describe, expect, it } from "vitest";
import { carryNormals } from "../mesh/carry-normals";
import { vertexNormals } from "./vertex-normals";

/** A cube's corners and two triangulations of its faces. */
const CUBE = Float32Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1));
const FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const cutFirst = FACES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
const cutSecond = FACES.flatMap(([a, b, c, d]) => [a, b, d, b, c, d]);

describe("vertexNormals", () => {
  it("points out of a cube's corners, however its faces are triangulated", () => {
    for (const triangles of [cutFirst, cutSecond]) {
      const normals = vertexNormals(CUBE, triangles);
      for (let i = 0; i < 24; i++) expect(normals[i]).toBeCloseTo(CUBE[i] / Math.sqrt(3), 6);
    }
  });

  it("gives no direction where there is no area, and does not affect neighbours", () => {
    const normals = vertexNormals([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5], [0, 1, 2, 0, 1, 1]);
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
  });
});

describe("carryNormals", () => {
  it("turns split normals with the surface", () => {
    const vertexOf = Uint32Array.from(FACES.flat());
    const axis = (f: number) =>
      [0, 1, 2].map((c) => FACES[f].reduce((sum, i) => sum + CUBE[3 * i + c], 0) / 4);
    const normals = Float32Array.from(FACES.flatMap((_, f) => [axis(f), axis(f), axis(f), axis(f)].flat()));
    // A quarter turn about z, and a third about the long diagonal.
    const turns = [([x, y, z]: number[]) => [-y, x, z], ([x, y, z]: number[]) => [z, x, y]];
    for (const turn of turns) {
      const turnAll = (values: Float32Array) =>
        Float32Array.from(
          Array.from({ length: values.length / 3 }, (_, i) =>
            turn([...values.subarray(3 * i, 3 * i + 3)]),
          ).flat(),
        );
      const carried = carryNormals(normals, vertexOf, Uint32Array.from(cutFirst), CUBE, turnAll(CUBE));
      const expected = turnAll(normals);
      for (let i = 0; i < carried.length; i++) expect(carried[i]).toBeCloseTo(expected[i], 5);
    }
  });
});
