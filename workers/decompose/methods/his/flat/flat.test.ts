import fc from "fast-check";
import { Matrix, pseudoInverse, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../../kernels/arena";
import { Serial } from "../../../../kernels/parallel";
import type { PlainProblem } from "../../../../kernels/testing/blend-reference";
import { createRandom } from "../../../../math/random";
import { UNWATCHED } from "../../../../model/task";
import { randomBones, testProblem } from "../../../problem/testing/problem";
import { Flat } from "./flat";

const seeds = fc.integer({ min: 1, max: 1e6 });

function makeCase(seed: number, h: number, frames: number, vertices = 30) {
  const parallel = new Serial(new Arena(1 << 22, false));
  const random = createRandom(seed);
  const truth = randomBones(random, frames, 3);
  const size = { vertices, frames, bones: truth, noise: 0.05, influences: 2 };
  const { problem, plain } = testProblem(parallel, seed + 1, size);
  const flat = new Flat(parallel, problem, h);
  const handles = randomBones(random, frames, h);
  flat.handles.set(handles.flat());
  return { problem, plain, flat };
}

/** B_j v for every handle: 3F x h. */
function moved(flat: Flat, { rest }: PlainProblem, i: number): Matrix {
  const h = flat.handleCount;
  const rows = flat.handles.length / (4 * h);
  const m = new Matrix(rows, h);
  for (let r = 0; r < rows; r++) {
    for (let j = 0; j < h; j++) {
      let sum = 0;
      for (let c = 0; c < 4; c++) sum += flat.handles[r * 4 * h + 4 * j + c] * rest[i][c];
      m.set(r, j, sum);
    }
  }
  return m;
}

/** The published system of a vertex (section 4.2): the Gram matrix bordered by the constraint. */
function kktOf(m: Matrix): Matrix {
  const h = m.columns;
  const kkt = Matrix.zeros(h + 1, h + 1);
  kkt.setSubMatrix(m.transpose().mmul(m), 0, 0);
  for (let j = 0; j < h; j++) {
    kkt.set(j, h, 1);
    kkt.set(h, j, 1);
  }
  return kkt;
}

/**
 * Whether the rank of a system is clear: each singular value is either rounding or well above the ridge of the kernel.
 * In between, the ridge and the cut-off of the pseudo-inverse may give different weights.
 */
function rankIsClear(kkt: Matrix): boolean {
  const values = new SingularValueDecomposition(kkt).diagonal;
  const most = Math.max(...values);
  return values.every((value) => value < 1e-12 * most || value > 1e-4 * most);
}

const weightsOf = (flat: Flat, i: number) =>
  Array.from(flat.weights.subarray(i * flat.weightStride, i * flat.weightStride + flat.handleCount));

describe("flat", () => {
  it("solves the weights of each vertex as the pseudo-inverse of its system does, singular or not", async () => {
    let clear = 0;
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        async (seed, h, frames) => {
          const { plain, flat } = makeCase(seed, h, frames);
          await flat.solveWeights(false, UNWATCHED);
          for (let i = 0; i < plain.vertexCount; i += 7) {
            const m = moved(flat, plain, i);
            const right = [...m.transpose().mmul(Matrix.columnVector(plain.trajectories[i])).to1DArray(), 1];
            const kkt = kktOf(m);
            const found = weightsOf(flat, i);
            if (rankIsClear(kkt)) {
              clear++;
              const expected = pseudoInverse(kkt, 1e-11).mmul(Matrix.columnVector(right)).to1DArray();
              const most = Math.max(1, ...expected.map(Math.abs));
              found.forEach((w, j) => {
                expect(Math.abs(w - expected[j]) / most).toBeLessThan(1e-4);
              });
            }
            expect(found.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
            const left = Matrix.columnVector(plain.trajectories[i]).sub(m.mmul(Matrix.columnVector(found)));
            expect(flat.errors[i]).toBeCloseTo(left.norm() ** 2, 7);
          }
        },
      ),
      { numRuns: 12 },
    );
    expect(clear).toBeGreaterThan(12);
  });

  it("estimates the smallest singular value of those systems, and never too low", async () => {
    const { plain, flat } = makeCase(5, 5, 4);
    await flat.solveWeights(true, UNWATCHED);
    const lambdas = flat.vertexScales;
    for (let i = 0; i < plain.vertexCount; i++) {
      const values = new SingularValueDecomposition(kktOf(moved(flat, plain, i))).diagonal;
      const least = Math.min(...values);
      expect(lambdas[i]).toBeGreaterThan(least * (1 - 1e-6));
      expect(lambdas[i]).toBeLessThan(least * 1.05);
    }
  });

  it("solves the handles as least squares over all vertices does", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (seed, h, singular) => {
        const { plain, flat } = makeCase(seed, h, 3, 70);
        await flat.solveWeights(singular, UNWATCHED);
        const scale = Array.from({ length: 70 }, (_, i) => (singular ? Math.sqrt(flat.vertexScales[i]) : 1));
        const system = new Matrix(70, 4 * h);
        const right = new Matrix(70, 9);
        plain.rest.forEach((v, i) => {
          weightsOf(flat, i).forEach((w, j) => {
            for (let c = 0; c < 4; c++) system.set(i, 4 * j + c, scale[i] * w * v[c]);
          });
          right.setRow(
            i,
            plain.trajectories[i].map((y) => scale[i] * y),
          );
        });
        await flat.solveHandles(singular, UNWATCHED, false);
        const best = pseudoInverse(system).mmul(right);
        const found = new Matrix(4 * h, 9);
        for (let r = 0; r < 9; r++)
          for (let n = 0; n < 4 * h; n++) found.set(n, r, flat.handles[r * 4 * h + n]);
        const least = system.mmul(best).sub(right).norm();
        expect(system.mmul(found).sub(right).norm()).toBeLessThan(least * (1 + 1e-6) + 1e-9);
      }),
      { numRuns: 8 },
    );
  });

  it("never raises the error, and stays on the flat when handles are normalised", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 2, max: 5 }), async (seed, h) => {
        const { flat } = makeCase(seed, h, 5, 60);
        await flat.solveWeights(false, UNWATCHED);
        let last = flat.error;
        flat.normalise();
        await flat.solveWeights(false, UNWATCHED);
        expect(Math.abs(flat.error / last - 1)).toBeLessThan(1e-6);
        for (let it = 0; it < 8; it++) {
          await flat.solveHandles(false, UNWATCHED);
          await flat.solveWeights(false, UNWATCHED);
          expect(flat.error).toBeLessThan(last * (1 + 1e-7) + 1e-10);
          last = flat.error;
        }
        for (let j = 0; j < h; j++) {
          let square = 0;
          for (let r = 0; r < 15; r++) {
            for (let c = 0; c < 4; c++) {
              let mean = 0;
              for (let k = 0; k < h; k++) mean += flat.handles[r * 4 * h + 4 * k + c] / h;
              square += (flat.handles[r * 4 * h + 4 * j + c] - mean) ** 2;
            }
          }
          // The average moves when lengths change, so the next average is near but not the same.
          expect(square).toBeGreaterThan(0.3);
          expect(square).toBeLessThan(3);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("moves rest positions to the least squares of their blended motion", async () => {
    const { problem, plain, flat } = makeCase(11, 3, 4);
    await flat.solveWeights(false, UNWATCHED);
    const before = flat.error;
    await flat.solveRest(UNWATCHED);
    for (let i = 0; i < plain.vertexCount; i++) {
      const w = weightsOf(flat, i);
      const t = new Matrix(12, 4);
      for (let r = 0; r < 12; r++) {
        for (let c = 0; c < 4; c++)
          t.set(
            r,
            c,
            w.reduce((sum, x, j) => sum + x * flat.handles[r * 12 + 4 * j + c], 0),
          );
      }
      const left = Matrix.columnVector(plain.trajectories[i].map((y, r) => y - t.get(r, 3)));
      const expected = pseudoInverse(t.subMatrix(0, 11, 0, 2))
        .mmul(left)
        .to1DArray();
      expected.forEach((x, c) => {
        expect(problem.rest[4 * i + c]).toBeCloseTo(x, 6);
      });
    }
    await flat.solveWeights(false, UNWATCHED);
    expect(flat.error).toBeLessThan(before);
  });
});
