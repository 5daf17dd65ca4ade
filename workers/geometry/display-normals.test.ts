import { describe, expect, it } from "vitest";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { displayNormals } from "./display-normals";

/**
 * Two unit squares that meet at a right angle along the edge 1-2, and a vertex without triangles. The display vertices
 * have the solver vertices in reverse order, and 1 and 2 twice.
 */
const RIDGE = {
  rest: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 1, 1, -1, 9, 9, 9),
  solverIndex: Uint32Array.of(6, 5, 4, 3, 2, 1, 0, 2, 1),
  // In display vertices: 0 1 2, 0 2 3, 1 4 5, 1 5 2.
  triangles: Uint32Array.of(6, 5, 4, 6, 4, 3, 8, 2, 1, 8, 1, 7),
};
const sequenceOf = (normals: Float32Array | null): MeshSequence =>
  ({ ...RIDGE, normals, vertexCount: 7, frameCount: 0 }) as unknown as MeshSequence;

const half = Math.SQRT1_2;
/** Normals of the solver vertices: up, half to the side on the ridge, to the side, and the one without a surface. */
const SMOOTH = [
  [0, 0, 1],
  [half, 0, half],
  [half, 0, half],
  [0, 0, 1],
  [1, 0, 0],
  [1, 0, 0],
  [0, 0, 1],
];

describe("displayNormals", () => {
  const expectNormals = (found: Float32Array, expected: number[][]) => {
    expect(found).toHaveLength(27);
    expected.flat().forEach((x, n) => {
      expect(found[n]).toBeCloseTo(x, 6);
    });
  };
  const smooth = Array.from(RIDGE.solverIndex, (i) => SMOOTH[i]);

  it("come from the surface if the sequence has none, and are the same on both sides of a seam", () => {
    expectNormals(displayNormals(sequenceOf(null)), smooth);
  });

  it("are the sequence's own, scaled to length 1; zero and NaN ones come from the surface", () => {
    const own = [
      [0, 0, 0],
      [3, 0, 4],
      [0, -2, 0],
      [Number.NaN, 0, 1],
      [0, 0, 1e-7],
      [0, 1e-5, 0],
      [0, Number.POSITIVE_INFINITY, 0],
      [-1, 0, 0],
      [0, 0, -1],
    ];
    const expected = [SMOOTH[6], [0.6, 0, 0.8], [0, -1, 0], SMOOTH[3], SMOOTH[2], [0, 1, 0], SMOOTH[0]];
    expectNormals(displayNormals(sequenceOf(Float32Array.from(own.flat()))), [
      ...expected,
      [-1, 0, 0],
      [0, 0, -1],
    ]);
  });
});
