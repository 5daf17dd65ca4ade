import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernels } from "../../kernels/kernels.generated";
import { leastResidual, residual } from "../../kernels/testing/blend-reference";
import { UNWATCHED } from "../../model/task";
import { createSmoothing } from "./regions/smoothing";
import { makeCase, makeSolver, seeds, stateOf, VERTICES, weightsOf } from "./testing/weights-case";

describe("weights phase", () => {
  it("finds the optimum on all bones, as trying every support does", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 6 }), async (seed, h) => {
        const test = makeCase(seed, h);
        const solver = makeSolver(test, { bones: h, limit: h, slots: h, search: "all" });
        const state = stateOf(solver, test.bones);
        await solver.weights.run(state, UNWATCHED);
        for (let i = 0; i < VERTICES; i++) {
          const weights = weightsOf(state, i, h, h);
          const reached = residual(test.plain, test.bones, i, weights);
          const least = leastResidual(test.plain, test.bones, h, i, h);
          expect(reached).toBeLessThanOrEqual(least * (1 + 1e-6) + 1e-9);
          expect(state.errors[i]).toBeCloseTo(reached, 8);
        }
      }),
      { numRuns: 12 },
    );
  });

  it.each(["swap", "twoPass"] as const)(
    "respects the limit and comes near the best support: %s",
    async (search) => {
      await fc.assert(
        fc.asyncProperty(seeds, async (seed) => {
          const h = 6;
          const test = makeCase(seed, h);
          const solver = makeSolver(test, { bones: h, limit: 3, search });
          const state = stateOf(solver, test.bones);
          await solver.weights.run(state, UNWATCHED);
          let sum = 0;
          let best = 0;
          for (let i = 0; i < VERTICES; i++) {
            const reached = residual(test.plain, test.bones, i, weightsOf(state, i, h, 3));
            const least = leastResidual(test.plain, test.bones, h, i, 3);
            expect(reached).toBeGreaterThanOrEqual(least * (1 - 1e-6) - 1e-9);
            expect(state.errors[i]).toBeCloseTo(reached, 8);
            sum += reached;
            best += least;
          }
          expect(sum).toBeLessThan(best * (search === "swap" ? 1.02 : 1.3));
        }),
        { numRuns: 8 },
      );
    },
  );

  it("recovers exact blends in f64", async () => {
    const test = makeCase(7, 4, 0);
    const solver = makeSolver(test, { limit: 3 });
    const state = stateOf(solver, test.bones);
    await solver.weights.run(state, UNWATCHED);
    expect(solver.eRms(state.error)).toBeLessThan(1e-3);
  });

  it("never raises a vertex's error while the bones stay", async () => {
    const test = makeCase(11, 6);
    for (const search of ["swap", "twoPass", "all"] as const) {
      const limit = search === "all" ? 6 : 2;
      const solver = makeSolver(test, { bones: 6, limit, slots: limit, search });
      const state = stateOf(solver, test.bones);
      await solver.weights.run(state, UNWATCHED);
      for (let round = 0; round < 3; round++) {
        const before = state.errors.slice();
        await solver.weights.run(state, UNWATCHED);
        state.errors.forEach((e, i) => {
          expect(e).toBeLessThanOrEqual(before[i] + 1e-12);
        });
      }
    }
  });

  it("does not touch locked vertices", async () => {
    const test = makeCase(3, 4);
    const locked = test.parallel.arena.u8(VERTICES);
    const solver = makeSolver(test, { lockedVertices: locked });
    const state = stateOf(solver, test.bones);
    for (let i = 0; i < VERTICES; i += 2) {
      locked[i] = 1;
      state.ids.set([3, 1, -1], 3 * i);
      state.values.set([0.25, 0.75, 0], 3 * i);
    }
    await solver.weights.run(state, UNWATCHED);
    for (let i = 0; i < VERTICES; i += 2) {
      expect(Array.from(state.ids.subarray(3 * i, 3 * i + 3))).toEqual([3, 1, -1]);
      expect(Array.from(state.values.subarray(3 * i, 3 * i + 3))).toEqual([0.25, 0.75, 0]);
      expect(state.errors[i]).toBeCloseTo(residual(test.plain, test.bones, i, [0, 0.75, 0, 0.25]), 8);
    }
  });

  it("moves the rest pose to where the bones fit the motion best, and finds the weights for it", async () => {
    const test = makeCase(15, 4, 0.05);
    const solver = makeSolver(test, { limit: 3 });
    const state = stateOf(solver, test.bones);
    await solver.weights.run(state, UNWATCHED);
    const weights = Array.from({ length: VERTICES }, (_, i) => weightsOf(state, i, 4, 3));
    const before = state.errors.slice();
    await solver.weights.correctRest(state, UNWATCHED);
    let moved = 0;
    for (let i = 0; i < VERTICES; i++) {
      const rest = [...test.problem.rest.subarray(4 * i, 4 * i + 4)];
      expect(rest[3]).toBe(1);
      moved += Math.hypot(...rest.map((x, c) => x - test.plain.rest[i][c]));
      // Least squares with the old weights: no small move of the vertex is better.
      const errorAt = (at: number[]) => {
        const plain = { ...test.plain, rest: test.plain.rest.map((v, n) => (n === i ? at : v)) };
        return residual(plain, test.bones, i, weights[i]);
      };
      const least = errorAt(rest);
      expect(least).toBeLessThanOrEqual(before[i] + 1e-12);
      for (let c = 0; c < 3; c++) {
        for (const step of [-1e-3, 1e-3]) {
          expect(errorAt(rest.map((x, axis) => x + (axis === c ? step : 0)))).toBeGreaterThan(least);
        }
      }
      expect(state.errors[i]).toBeLessThanOrEqual(least + 1e-9);
    }
    expect(moved).toBeGreaterThan(0);
    expect(state.error).toBeCloseTo(
      state.errors.reduce((a, b) => a + b, 0),
      12,
    );
  });

  it("gives a vertex only bones that it may use", async () => {
    const h = 40;
    const test = makeCase(21, h);
    const solver = makeSolver(test, { bones: h, limit: 3 });
    const state = stateOf(solver, test.bones);
    const allowed = test.parallel.arena.u32(2 * VERTICES).fill(0);
    const may = (i: number, j: number) => (j + i) % 5 === 0 || j === 33;
    for (let i = 0; i < VERTICES; i++) {
      for (let j = 0; j < h; j++) if (may(i, j)) allowed[2 * i + (j >> 5)] |= 1 << (j & 31);
    }
    solver.weights.allowed = allowed;
    await solver.weights.run(state, UNWATCHED);
    const used = new Set<number>();
    for (let i = 0; i < VERTICES; i++) {
      weightsOf(state, i, h, 3).forEach((w, j) => {
        if (w === 0) return;
        used.add(j);
        expect(may(i, j)).toBe(true);
      });
    }
    expect(used.size).toBeGreaterThan(8);
  });

  it("lowers error and roughness together, sweep by sweep", async () => {
    const test = makeCase(9, 4);
    const triangles: number[] = [];
    for (let i = 0; i + 2 < VERTICES; i++) triangles.push(i, i + 1, i + 2);
    const problem = { ...test.problem, triangles: Uint32Array.from(triangles) };
    const smoothing = createSmoothing(test.parallel.arena, problem, 1e3);
    const solver = makeSolver({ ...test, problem }, { smoothing });
    const state = stateOf(solver, test.bones);
    await solver.weights.run(state, UNWATCHED);
    let last = state.objective;
    let total = 0;
    for (let i = 0; i < VERTICES; i++) {
      for (const l of [i + 1, i + 2]) {
        if (l >= VERTICES) continue;
        const [a, b] = [weightsOf(state, i, 4, 3), weightsOf(state, l, 4, 3)];
        total += a.reduce((sum, w, j) => sum + (w - b[j]) ** 2, 0);
      }
    }
    expect(state.objective - state.error).toBeCloseTo(smoothing.weight * total, 6);
    const plain = makeSolver(test, {});
    const rough = stateOf(plain, test.bones);
    await plain.weights.run(rough, UNWATCHED);
    expect(rough.error).toBeLessThanOrEqual(state.error);
    expect(smoothing.roughness(rough)).toBeGreaterThan(smoothing.roughness(state));
    // Each sweep visits each vertex once, colour by colour.
    const counts: number[] = [];
    const { run } = test.parallel;
    test.parallel.run = (task, kernel, count, block, args) => {
      if (kernel === kernels.weightsOf) counts.push(count);
      return run.call(test.parallel, task, kernel, count, block, args);
    };
    for (let round = 0; round < 6; round++) {
      counts.length = 0;
      await solver.weights.run(state, UNWATCHED);
      expect(counts).toEqual([14, 13, 13]);
      expect(state.objective).toBeLessThanOrEqual(last * (1 + 1e-12));
      last = state.objective;
    }
  });
});
