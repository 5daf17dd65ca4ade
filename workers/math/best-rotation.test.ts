import fc from "fast-check";
import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { expect, it } from "vitest";
import { bestRotation } from "./best-rotation";
import { addRotated, rotationMatrix } from "./quaternion";
import { createRandom } from "./random";

/** U diag(1, 1, ±1) Vᵀ and its certainty, by an SVD. */
function bySvd(a: number[]): { rotation: Matrix; certainty: number } {
  const svd = new SingularValueDecomposition(Matrix.from1DArray(3, 3, a));
  const [u, v] = [svd.leftSingularVectors, svd.rightSingularVectors];
  const plain = u.mmul(v.transpose());
  const d = plain.get(0, 0) * (plain.get(1, 1) * plain.get(2, 2) - plain.get(1, 2) * plain.get(2, 1));
  const e = plain.get(0, 1) * (plain.get(1, 2) * plain.get(2, 0) - plain.get(1, 0) * plain.get(2, 2));
  const f = plain.get(0, 2) * (plain.get(1, 0) * plain.get(2, 1) - plain.get(1, 1) * plain.get(2, 0));
  const sign = d + e + f < 0 ? -1 : 1;
  const [s1, s2, s3] = svd.diagonal;
  return {
    rotation: u.mmul(Matrix.diag([1, 1, sign])).mmul(v.transpose()),
    certainty: (s2 + sign * s3) / s1,
  };
}

it("is the polar rotation with its determinant fixed to +1, for full, flat and reflected matrices", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(0, 1e-8, 0.1, 1), (seed, thickness) => {
      const random = createRandom(seed);
      const [u, v] = [0, 1].map(() => Array.from({ length: 9 }, () => random.normal()));
      const a = Matrix.from1DArray(3, 3, u)
        .mmul(Matrix.diag([1, 0.3 + random.next(), thickness]))
        .mmul(Matrix.from1DArray(3, 3, v))
        .to1DArray();
      const truth = bySvd(a);
      const [quaternion, rotation] = [new Float64Array(4), new Float64Array(9)];
      const certainty = bestRotation(a, 0, quaternion, 0);
      expect(Math.abs(certainty - truth.certainty)).toBeLessThan(1e-7);
      expect(Math.hypot(...quaternion)).toBeCloseTo(1, 12);
      expect(quaternion[3]).toBeGreaterThanOrEqual(0);
      if (truth.certainty < 1e-4) return;
      rotationMatrix(quaternion, 0, rotation, 0);
      truth.rotation.to1DArray().forEach((x, n) => {
        expect(Math.abs(rotation[n] - x)).toBeLessThan(1e-10 / truth.certainty);
      });
      const point = [random.normal(), random.normal(), random.normal()];
      const moved = Float64Array.of(1, 2, 3);
      addRotated(quaternion, 0, point, 0, moved, 0);
      const expected = truth.rotation.mmul(Matrix.columnVector(point)).to1DArray();
      for (let c = 0; c < 3; c++) expect(Math.abs(moved[c] - (c + 1) - expected[c])).toBeLessThan(1e-8);
    }),
  );
});

it("is the identity for zero, with certainty 0", () => {
  const q = new Float64Array(4);
  expect(bestRotation(new Float64Array(9), 0, q, 0)).toBe(0);
  expect([...q]).toEqual([0, 0, 0, 1]);
});

it("has the same certainty for a matrix of any size", () => {
  const matrix = [0.9, 0.2, -0.1, -0.3, 0.7, 0.4, 0.2, -0.5, 1.1];
  const certainty = (by: number) =>
    bestRotation(
      matrix.map((x) => by * x),
      0,
      new Float64Array(4),
      0,
    );
  for (const by of [1e-9, 1e-3, 1e6]) expect(certainty(by)).toBeCloseTo(certainty(1), 12);
});
