import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rotationMatrix } from "../math/quaternion";
import { createRandom } from "../math/random";
import { CUBE_FACES, CUBE_TRIANGLES, cubeCorners } from "../testing/cube";
import { carryNormals } from "./carry-normals";

const CUBE = cubeCorners(-1, 1);

describe("carryNormals", () => {
  it("turns split normals with the surface, whatever their direction", () => {
    const vertexOf = Uint32Array.from(CUBE_FACES.flat());
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const unit = (n: number) => {
          const v = Array.from({ length: n }, () => random.normal());
          return v.map((x) => x / Math.hypot(...v));
        };
        const turn = new Float64Array(9);
        rotationMatrix(unit(4), 0, turn, 0);
        const turned = (values: Float32Array) =>
          values.map((_, n) => {
            const [at, r] = [n - (n % 3), 3 * (n % 3)];
            return turn[r] * values[at] + turn[r + 1] * values[at + 1] + turn[r + 2] * values[at + 2];
          });
        const normals = Float32Array.from(Array.from(vertexOf, () => unit(3)).flat());
        const carried = carryNormals(normals, vertexOf, CUBE_TRIANGLES, CUBE, turned(CUBE));
        const expected = turned(normals);
        for (let n = 0; n < carried.length; n++) expect(carried[n]).toBeCloseTo(expected[n], 5);
      }),
    );
  });

  it("keeps normals where nothing moves, and reads a normal for each display vertex", () => {
    const vertexOf = Uint32Array.of(7, 0, 7);
    const normals = Float32Array.of(1, 0, 0, 0, -1, 0, 0.6, 0, 0.8);
    const carried = carryNormals(normals, vertexOf, CUBE_TRIANGLES, CUBE, CUBE);
    expect(carried).toHaveLength(9);
    for (let n = 0; n < 9; n++) expect(carried[n]).toBeCloseTo(normals[n], 6);
  });

  it("turns each normal with its own face, even if other faces are listed before and after it", () => {
    const random = createRandom(5);
    const count = 6;
    const from = Float64Array.from({ length: 9 * count }, () => random.normal());
    const to = from.slice();
    const triangles = Uint32Array.from({ length: 3 * count }, (_, n) => n);
    const normals = new Float32Array(9 * count);
    const expected = new Float64Array(9 * count);
    for (let t = 0; t < count; t++) {
      const q = Array.from({ length: 4 }, () => random.normal());
      const turn = new Float64Array(9);
      rotationMatrix(
        q.map((x) => x / Math.hypot(...q)),
        0,
        turn,
        0,
      );
      for (let i = 3 * t; i < 3 * t + 3; i++) {
        const v = Array.from({ length: 3 }, () => random.normal());
        normals.set(
          v.map((x) => x / Math.hypot(...v)),
          3 * i,
        );
        for (let r = 0; r < 3; r++) {
          const turned = (all: ArrayLike<number>) =>
            [0, 1, 2].reduce((sum, c) => sum + turn[3 * r + c] * all[3 * i + c], 0);
          to[3 * i + r] = turned(from) + t;
          expected[3 * i + r] = turned(normals);
        }
      }
    }
    const carried = carryNormals(normals, triangles, triangles, from, to);
    for (let n = 0; n < carried.length; n++) expect(carried[n]).toBeCloseTo(expected[n], 5);
  });
});
