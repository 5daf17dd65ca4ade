import fc from "fast-check";
import { inverse, Matrix } from "ml-matrix";
import { expect, it } from "vitest";
import { determinantOf } from "../../math/affine";
import { createRandom } from "../../math/random";
import { transformNormals } from "./normals";
import type { Affine } from "./xform";

it("normals are transformed by the inverse transpose, even by mirrors, and get length 1", () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, mirrored) => {
      const random = createRandom(seed);
      const world = Float64Array.from({ length: 12 }, () => random.normal()) as Affine;
      const linear = new Matrix([0, 4, 8].map((r) => [...world.subarray(r, r + 3)]));
      if (determinantOf(world, 0) < 0 !== mirrored) for (let e = 0; e < 3; e++) world[e] = -world[e];
      const own = new Matrix([0, 4, 8].map((r) => [...world.subarray(r, r + 3)]));
      if (Math.abs(determinantOf(world, 0)) < 0.05) return;
      expect(determinantOf(world, 0) < 0).toBe(mirrored);
      expect(Math.abs(determinantOf(world, 0))).toBeCloseTo(
        1 / Math.abs(matrixDeterminant(inverse(linear))),
        6,
      );
      const normals = Float32Array.from({ length: 9 }, () => random.normal());
      const truth = inverse(own).transpose();
      const turned = normals.slice();
      transformNormals(turned, world);
      for (let i = 0; i < 9; i += 3) {
        const v = truth.mmul(Matrix.columnVector([...normals.subarray(i, i + 3)])).to1DArray();
        v.forEach((x, c) => {
          expect(turned[i + c]).toBeCloseTo(x / Math.hypot(...v), 5);
        });
      }
    }),
  );
});

/** The determinant by the rule of Sarrus. */
function matrixDeterminant(m: Matrix): number {
  const at = (r: number, c: number) => m.get(r, c % 3);
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    sum += at(0, c) * at(1, c + 1) * at(2, c + 2);
    sum -= at(2, c) * at(1, c + 1) * at(0, c + 2);
  }
  return sum;
}

it("normals without a transform get length 1, and invalid ones become zero", () => {
  const normals = Float32Array.of(0, 3, 4, 0, 0, 0, Number.NaN, 1, 0, Infinity, 0, 0, 0, 0, 1e-30);
  transformNormals(normals, null);
  const expected = [0, 0.6, 0.8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  normals.forEach((x, n) => {
    expect(x).toBeCloseTo(expected[n], 6);
  });
});
