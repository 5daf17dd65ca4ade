import fc from "fast-check";
import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { missingColumns } from "./flat-frames";

const [FRAMES, RANK, STRIDE] = [12, 7, 8];

/** An orthonormal basis whose frames of `flat` have no motion along their normals. */
function basisWithout(flat: readonly number[], normals: readonly number[][], seed: number): Float64Array {
  const random = createRandom(seed);
  const loose = Matrix.zeros(3 * FRAMES, RANK);
  for (let r = 0; r < loose.rows; r++) for (let c = 0; c < RANK; c++) loose.set(r, c, random.normal());
  for (const [n, k] of flat.entries()) {
    for (let c = 0; c < RANK; c++) {
      const along = normals[n].reduce((sum, x, axis) => sum + x * loose.get(3 * k + axis, c), 0);
      normals[n].forEach((x, axis) => {
        loose.set(3 * k + axis, c, loose.get(3 * k + axis, c) - along * x);
      });
    }
  }
  const u = new SingularValueDecomposition(loose).leftSingularVectors;
  const basis = new Float64Array(3 * FRAMES * STRIDE);
  for (let r = 0; r < u.rows; r++) for (let c = 0; c < RANK; c++) basis[r * STRIDE + c] = u.get(r, c);
  return basis;
}

/** The singular values of the three rows of a frame, the largest first. */
const sizes = (rows: readonly number[][], k: number): number[] =>
  new SingularValueDecomposition(new Matrix(rows.slice(3 * k, 3 * k + 3)), { autoTranspose: true }).diagonal;

/** Below this, a direction of a frame counts as missing: a tenth of the mean size of a row of an orthonormal basis. */
const FLAT = 0.1 * Math.sqrt(RANK / (3 * FRAMES));

function unit(seed: number): number[] {
  const random = createRandom(seed);
  const x = [random.normal(), random.normal(), random.normal()];
  return x.map((c) => c / Math.hypot(...x));
}

it("complete flat frames by orthonormal columns, one for frames in a row with the same plane", () => {
  const frames = fc.uniqueArray(fc.integer({ min: 0, max: FRAMES - 1 }), { maxLength: 6 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 1e6 }), (unordered, seed) => {
      const flat = unordered.sort((a, b) => a - b);
      // Normals of one plane, on either side.
      const normal = unit(seed);
      const normals = flat.map((k) => normal.map((x) => (k % 2 ? x : -x)));
      const basis = basisWithout(flat, normals, seed);
      const rowsOf = (columns: readonly Float64Array[]) =>
        Array.from({ length: 3 * FRAMES }, (_, row) => [
          ...basis.subarray(row * STRIDE, row * STRIDE + RANK),
          ...columns.map((column) => column[row]),
        ]);
      // One random basis in 300 lacks another direction by chance.
      const own = rowsOf([]);
      for (let k = 0; k < FRAMES; k++) {
        const lacked = sizes(own, k).filter((size) => size < FLAT).length;
        fc.pre(lacked === (flat.includes(k) ? 1 : 0));
      }
      const columns = missingColumns({ basis, rank: RANK, stride: STRIDE });
      expect(columns).toHaveLength(flat.filter((k) => !flat.includes(k - 1)).length);
      const rows = rowsOf(columns);
      const whole = new Matrix(rows);
      const off = whole.transpose().mmul(whole).sub(Matrix.eye(whole.columns));
      expect(off.norm()).toBeLessThan(1e-12);
      for (let k = 0; k < FRAMES; k++) {
        if (flat.includes(k)) expect(sizes(rows, k)[2]).toBeGreaterThan(0.01);
      }
    }),
  );
});

it("turn slowly with the plane, and keep its side", () => {
  const flat = [3, 4, 5, 6];
  const normals = flat.map((k) => [0, Math.sin(0.3 * k), Math.cos(0.3 * k)]);
  const basis = basisWithout(flat, normals, 5);
  const [column, ...others] = missingColumns({ basis, rank: RANK, stride: STRIDE });
  expect(others).toHaveLength(0);
  const heights = flat.map((k, n) => normals[n].reduce((sum, x, axis) => sum + x * column[3 * k + axis], 0));
  for (const height of heights) expect(height / heights[0]).toBeCloseTo(1, 10);
});
