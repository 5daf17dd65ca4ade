import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { Arena } from "./arena";
import { kernels } from "./kernels.generated";
import { Serial } from "./parallel";
import { solveDense } from "./testing/blend-reference";

const parallel = new Serial(new Arena(1 << 22, false));
const size = fc.integer({ min: 1, max: 19 });

function inArena(numbers: number[]): Float64Array {
  const out = parallel.arena.f64(numbers.length);
  out.set(numbers);
  return out;
}

describe("product", () => {
  it("agrees with the sum over k, for A and its transpose, whatever the blocks", () => {
    fc.assert(
      fc.property(size, size, fc.integer({ min: 1, max: 5 }), fc.nat(), (rows, depth, columns4, seed) => {
        const random = createRandom(seed);
        const mark = parallel.arena.mark();
        const n = 4 * columns4;
        const a = inArena(Array.from({ length: rows * depth }, random.normal));
        const b = inArena(Array.from({ length: depth * n }, random.normal));
        const out = parallel.arena.f64(rows * n);
        for (const [aRow, aDepth] of [
          [depth, 1],
          [1, rows],
        ]) {
          parallel.callBlock(kernels.product, 0, rows, {
            a,
            aRow,
            aDepth,
            b,
            ldB: n,
            depth,
            n,
            out,
            ldOut: n,
          });
          for (let m = 0; m < rows; m++) {
            for (let c = 0; c < n; c++) {
              let sum = 0;
              for (let k = 0; k < depth; k++) sum += a[m * aRow + k * aDepth] * b[k * n + c];
              expect(out[m * n + c]).toBeCloseTo(sum, 10);
            }
          }
          const whole = out.slice();
          for (let m = 0; m < rows; m++)
            parallel.callBlock(kernels.product, m, m + 1, {
              a,
              aRow,
              aDepth,
              b,
              ldB: n,
              depth,
              n,
              out,
              ldOut: n,
            });
          expect(out).toEqual(whole);
        }
        parallel.arena.release(mark);
      }),
      { numRuns: 60 },
    );
  });
});

describe("cholesky", () => {
  it("solves positive definite systems as elimination does", () => {
    fc.assert(
      fc.property(size, fc.nat(), (n, seed) => {
        const random = createRandom(seed);
        const mark = parallel.arena.mark();
        const root = Array.from({ length: n }, () => Array.from({ length: n }, random.normal));
        const matrix = root.map((r, i) =>
          root.map((c, j) => r.reduce((sum, x, k) => sum + x * c[k], 0) + (i === j ? 0.5 : 0)),
        );
        const right = Array.from({ length: n }, random.normal);
        const ld = n + (n & 1);
        const a = inArena(matrix.flatMap((row) => [...row, ...new Array<number>(ld - n).fill(0)]));
        const x = inArena(right);
        expect(parallel.call(kernels.cholesky, { a, n, ld, floor: 1e-14 })).toBe(0);
        parallel.call(kernels.choleskySolve, { l: a, n, ld, x });
        solveDense(matrix, right)!.forEach((value, i) => {
          expect(x[i]).toBeCloseTo(value, 7);
        });
        parallel.arena.release(mark);
      }),
      { numRuns: 60 },
    );
  });

  it("raises the pivots of a singular matrix and returns their number", () => {
    const a = inArena([1, 1, 1, 1]);
    expect(parallel.call(kernels.cholesky, { a, n: 2, ld: 2, floor: 1e-10 })).toBe(1);
  });
});
