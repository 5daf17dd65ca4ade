import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { kernels } from "../../kernels/kernels.generated";
import { Serial } from "../../kernels/parallel";
import { posed, solveDense } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { randomBones, testProblem } from "../problem/testing/problem";
import { createState } from "./blend-state";
import { takeNormalised } from "./normalised-weights";
import { WeightsPhase } from "./weights-phase";

const dot = (a: number[], b: number[]) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** The least ‖y − Cw‖² + 2λΣw over w ≥ 0, by trying every support. */
function leastByForce(columns: number[][], y: number[], penalty: number): number {
  let least = dot(y, y);
  for (let set = 1; set < 1 << columns.length; set++) {
    const members = [...columns.keys()].filter((j) => set & (1 << j));
    const gram = members.map((a) => members.map((b) => dot(columns[a], columns[b])));
    const right = members.map((a) => dot(columns[a], y) - penalty);
    const w = solveDense(gram, right);
    if (!w?.every((x) => x >= 0)) continue;
    const at = y.map((x, n) => x - members.reduce((sum, a, m) => sum + w[m] * columns[a][n], 0));
    least = Math.min(least, dot(at, at) + 2 * penalty * w.reduce((a, b) => a + b, 0));
  }
  return least;
}

describe("non-negative weights", () => {
  it("are the best of all supports, with and without an L1 term", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(0, 0.01, 1),
        async (seed, h, penalty) => {
          const parallel = new Serial(new Arena(4e6, false));
          const bones = randomBones(createRandom(seed), 2, h);
          const size = { vertices: 20, frames: 2, bones, noise: 0.1, influences: 3 };
          const { problem, plain } = testProblem(parallel, seed, size);
          const options = { bones: h, limit: h, slots: h, search: "all", candidates: 4, rounds: 2 } as const;
          const phase = new WeightsPhase(parallel, problem, {
            ...options,
            kind: "rigid",
            locked: null,
            smoothing: null,
          });
          const state = createState(parallel.arena, problem, "rigid", h, h);
          state.bones.set(bones.flat());
          const out = parallel.arena.f64(20 * h);
          expect(WeightsPhase.nonNegativeBytes(20, h, 1) / 8 - 20 * h).toBeGreaterThanOrEqual(
            parallel.call(kernels.nnlsScratch, { h }),
          );
          await phase.nonNegative(state, penalty, out, UNWATCHED);
          for (let i = 0; i < 20; i++) {
            const columns = Array.from({ length: h }, (_, j) => posed(plain, bones, i, j));
            const w = [...out.subarray(i * h, (i + 1) * h)];
            expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
            const y = plain.trajectories[i];
            const at = y.map((x, n) => x - w.reduce((sum, v, j) => sum + v * columns[j][n], 0));
            const energy = dot(at, at) + 2 * penalty * w.reduce((a, b) => a + b, 0);
            const truth = leastByForce(columns, y, penalty);
            expect(energy - truth).toBeLessThan(1e-7 * (1 + dot(y, y)));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("takeNormalised", () => {
  it("divides by the sum, leaves out zeros, and keeps the old weights for a row of zeros", () => {
    const state = { ids: Int32Array.of(2, -1, -1, 1, 0, -1), values: Float64Array.of(1, 0, 0, 0.5, 0.5, 0) };
    takeNormalised(state, Float64Array.of(0, 3, 1, 0, 0, 0), 3);
    expect([...state.ids]).toEqual([1, 2, -1, 1, 0, -1]);
    expect([...state.values]).toEqual([0.75, 0.25, 0, 0.5, 0.5, 0]);
  });

  it("gives each vertex its own row, whatever its neighbours' rows", () => {
    const row = fc.array(fc.constantFrom<number[]>(0, 0, 0.5, 1, 3), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const state = {
          ids: new Int32Array(3 * rows.length).fill(2),
          values: new Float64Array(3 * rows.length).fill(7),
        };
        takeNormalised(state, Float64Array.from(rows.flat()), 3);
        rows.forEach((weights, i) => {
          const sum = weights.reduce((a, b) => a + b);
          const kept = weights.flatMap((w, j) => (w > 0 ? [[j, w / sum]] : []));
          const expected =
            sum > 0 ? [...kept, ...[0, 1, 2].map(() => [-1, 0])].slice(0, 3) : [2, 2, 2].map((j) => [j, 7]);
          expect([0, 1, 2].map((s) => [state.ids[3 * i + s], state.values[3 * i + s]])).toEqual(expected);
        });
      }),
    );
  });
});
