import fc from "fast-check";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { type PlainBones, posed, residual, solveDense } from "../../../kernels/testing/blend-reference";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { createState } from "../../phases/blend-state";
import { randomBones, type TestProblem, testProblem } from "../../problem/testing/problem";
import { nearestWeights, nearestWeightsBytes } from "./nearest-weights";

const FRAMES = 4;
const VERTICES = 30;
const dot = (a: number[], b: number[]) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** [cA; 1…1] and (cb; 1) of a vertex, by columns. */
function systemOf({ plain }: TestProblem, bones: PlainBones, i: number, chosen: number[]) {
  const b = plain.trajectories[i];
  const c = 1 / Math.sqrt(dot(b, b));
  const columns = chosen.map((j) => [...posed(plain, bones, i, j).map((x) => c * x), 1]);
  return { columns, right: [...b.map((x) => c * x), 1] };
}

/** Least squares with w ≥ 0, by trying every support. */
function byEverySupport({ columns, right }: ReturnType<typeof systemOf>): { w: number[]; error: number } {
  let best = { w: columns.map(() => 0), error: dot(right, right) };
  for (let mask = 1; mask < 1 << columns.length; mask++) {
    const support = columns.map((_, n) => n).filter((n) => mask & (1 << n));
    const normal = support.map((r) => support.map((s) => dot(columns[r], columns[s])));
    const solved = solveDense(
      normal,
      support.map((r) => dot(columns[r], right)),
    );
    if (!solved || solved.some((x) => x < 0)) continue;
    const w = columns.map(() => 0);
    support.forEach((n, place) => {
      w[n] = solved[place];
    });
    const left = right.map((x, row) => x - columns.reduce((sum, column, n) => sum + w[n] * column[row], 0));
    if (dot(left, left) < best.error) best = { w, error: dot(left, left) };
  }
  return best;
}

/** The bones that alone are nearest to the vertex, nearest first. */
function nearestBones(
  { plain }: TestProblem,
  bones: PlainBones,
  i: number,
  h: number,
  limit: number,
): number[] {
  const errors = Array.from({ length: h }, (_, j) =>
    residual(
      plain,
      bones,
      i,
      Array.from({ length: h }, (_, k) => (k === j ? 1 : 0)),
    ),
  );
  return [...errors.keys()].sort((a, b) => errors[a] - errors[b]).slice(0, limit);
}

async function run(seed: number, h: number, limit: number, threshold: number | null) {
  const parallel = new Serial(new Arena(1 << 22, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, h);
  const bones = randomBones(random, FRAMES, h);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise: 0.1, influences: 3 };
  const test = testProblem(parallel, seed + 1, size);
  const state = createState(parallel.arena, test.problem, "rigid", h, limit);
  state.bones.set(bones.flat());
  const used = parallel.arena.used;
  const options = { bones: h, limit, slots: limit, kind: "rigid" as const, threshold };
  const raw = await nearestWeights(parallel, test.problem, state, options, UNWATCHED);
  expect(parallel.arena.used).toBe(used);
  expect(nearestWeightsBytes(test.problem.rank, h, limit, 1)).toBeGreaterThan(0);
  const weights = Array.from({ length: VERTICES }, (_, i) => {
    const all = new Array<number>(h).fill(0);
    for (let s = i * limit; s < (i + 1) * limit; s++)
      if (state.ids[s] >= 0) all[state.ids[s]] += state.values[s];
    expect(all.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    return all;
  });
  return { test, bones, weights, raw };
}

/** Weights as in a rig: none negative, with the sum 1. */
function normalised(w: number[]): number[] {
  const positive = w.map((x) => Math.max(x, 0));
  const sum = positive.reduce((a, b) => a + b, 0);
  return sum > 1e-6 ? positive.map((x) => x / sum) : w.map((_, n) => (n === 0 ? 1 : 0));
}

describe("weights on the nearest bones", () => {
  it("are the best of all supports, made valid weights", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        async (seed, h, most) => {
          const limit = Math.min(h, most);
          const { test, bones, weights, raw } = await run(seed, h, limit, null);
          let total = 0;
          weights.forEach((row, i) => {
            const chosen = nearestBones(test, bones, i, h, limit);
            const { w } = byEverySupport(systemOf(test, bones, i, chosen));
            const all = new Array<number>(h).fill(0);
            chosen.forEach((j, n) => {
              all[j] = w[n];
            });
            total += residual(test.plain, bones, i, all);
            normalised(w).forEach((x, n) => {
              expect(Math.abs(row[chosen[n]] - x)).toBeLessThan(1e-6);
            });
          });
          expect(raw).toBeCloseTo(total, 6);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("equal the pseudo-inverse's without small singular values, cut off at 0", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(1e-6, 0.05, 0.4),
        async (seed, threshold) => {
          const [h, limit] = [5, 4];
          const { test, bones, weights } = await run(seed, h, limit, threshold);
          weights.forEach((row, i) => {
            const chosen = nearestBones(test, bones, i, h, limit);
            const { columns, right } = systemOf(test, bones, i, chosen);
            const normal = new Matrix(columns.map((a) => columns.map((b) => dot(a, b))));
            const eigen = new EigenvalueDecomposition(normal, { assumeSymmetric: true });
            const largest = Math.max(...eigen.realEigenvalues);
            const w = chosen.map(() => 0);
            let close = false;
            eigen.realEigenvalues.forEach((value, q) => {
              const share = Math.sqrt(Math.max(value, 0) / largest);
              close ||= Math.abs(share - threshold) < 1e-6;
              if (share < threshold) return;
              const vector = eigen.eigenvectorMatrix.getColumn(q);
              const along =
                dot(
                  vector,
                  columns.map((column) => dot(column, right)),
                ) / value;
              vector.forEach((x, n) => {
                w[n] += along * x;
              });
            });
            if (close) return;
            normalised(w).forEach((x, n) => {
              expect(Math.abs(row[chosen[n]] - x)).toBeLessThan(1e-6);
            });
          });
        },
      ),
      { numRuns: 12 },
    );
  });
});
