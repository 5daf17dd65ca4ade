import fc from "fast-check";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "./random";
import { eigenInSteps, symmetricEigen } from "./symmetric-eigen";

/** A symmetric matrix of the given rank with eigenvalues over many orders of magnitude. */
function symmetric(n: number, rank: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const out = new Float64Array(n * n);
  for (let q = 0; q < rank; q++) {
    const size = 10 ** (-8 * random.next());
    const v = Array.from({ length: n }, () => random.normal());
    for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) out[r * n + c] += size * v[r] * v[c];
  }
  return out;
}

describe("symmetricEigen", () => {
  it("gives orthonormal vectors that rebuild the matrix, and the same values as ml-matrix", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer(),
        (n, rank, seed) => {
          const a = symmetric(n, rank, seed);
          const { values, vectors } = symmetricEigen(a, n);
          const oracle = new EigenvalueDecomposition(new Matrix(n, n), { assumeSymmetric: true });
          const truth =
            rank === 0
              ? oracle
              : new EigenvalueDecomposition(Matrix.from1DArray(n, n, a), { assumeSymmetric: true });
          const expected = [...truth.realEigenvalues].sort((x, y) => y - x);
          const size = Math.max(1, expected[0]);
          for (let q = 0; q < n; q++) expect(Math.abs(values[q] - expected[q])).toBeLessThan(1e-11 * size);
          for (let r = 0; r < n; r++) {
            for (let c = 0; c < n; c++) {
              let rebuilt = 0;
              let dot = 0;
              for (let q = 0; q < n; q++) {
                rebuilt += values[q] * vectors[q * n + r] * vectors[q * n + c];
                dot += vectors[r * n + q] * vectors[c * n + q];
              }
              expect(Math.abs(rebuilt - a[r * n + c])).toBeLessThan(1e-11 * size);
              expect(Math.abs(dot - (r === c ? 1 : 0))).toBeLessThan(1e-11);
            }
          }
        },
      ),
    );
  });

  it("gives the same in steps, of which there are at least two for each row", () => {
    const n = 40;
    const a = symmetric(n, n, 3);
    const work = eigenInSteps(a, n);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(steps).toBeGreaterThan(2 * n);
    expect(step.value).toEqual(symmetricEigen(a, n));
  });
});
