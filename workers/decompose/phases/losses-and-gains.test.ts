import fc from "fast-check";
import { expect, it } from "vitest";
import { leastResidual, residual } from "../../kernels/testing/blend-reference";
import { UNWATCHED } from "../../model/task";
import { FRAMES, makeCase, makeSolver, seeds, stateOf, VERTICES, weightsOf } from "./testing/weights-case";

it("computes the cost of losing an influence", async () => {
  const test = makeCase(5, 4);
  const solver = makeSolver(test, { limit: 2 });
  const state = stateOf(solver, test.bones);
  const losses = test.parallel.arena.f64(2 * VERTICES);
  await solver.weights.run(state, UNWATCHED, "swap", { losses });
  for (let i = 0; i < VERTICES; i++) {
    for (let s = 0; s < 2; s++) {
      const bone = state.ids[2 * i + s];
      if (bone < 0) continue;
      const others = test.bones.map((row) => row.filter((_, c) => c >> 2 !== bone));
      const least = leastResidual(test.plain, others, 3, i, 2) - state.errors[i];
      expect(losses[2 * i + s]).toBeGreaterThanOrEqual(Math.max(least, 0) * (1 - 1e-6) - 1e-9);
    }
  }
});

it("predicts the largest gain from moving weight to each new bone alone", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.boolean(), async (seed, weighted) => {
      const [h, old] = [5, 3];
      const test = makeCase(seed, h);
      if (weighted) {
        test.problem.importance = test.parallel.arena.f64(VERTICES);
        test.problem.importance.forEach((_, i, all) => {
          all[i] = 1 + (i % 3);
        });
      }
      const few = test.bones.map((row) => row.slice(0, 4 * old));
      const solver = makeSolver(test, { bones: old });
      const state = stateOf(solver, few);
      await solver.weights.run(state, UNWATCHED);
      const before = { ids: state.ids.slice(), values: state.values.slice() };
      const wide = makeSolver(test, { bones: h, limit: 3 });
      const bones = test.parallel.arena.f64(3 * FRAMES * 4 * h);
      bones.set(test.bones.flat());
      const out = test.parallel.arena.f64(VERTICES * (h - old));
      await wide.weights.predictGains({ ...state, bones }, old, out, UNWATCHED);
      expect(state.ids).toEqual(before.ids);
      state.values.forEach((x, e) => {
        expect(x).toBeCloseTo(before.values[e], 12);
      });
      for (let i = 0; i < VERTICES; i++) {
        const weights = weightsOf(state, i, h, 3);
        const now = residual(test.plain, test.bones, i, weights);
        for (let c = 0; c < h - old; c++) {
          const moved = (share: number) =>
            weights.map((w, j) => (1 - share) * w + (j === old + c ? share : 0));
          const at = (share: number) => residual(test.plain, test.bones, i, moved(share));
          // A parabola in the share, from its values at 0, ½ and 1.
          const bend = 2 * (at(0) + at(1) - 2 * at(0.5));
          const best = Math.min(1, Math.max(0, (bend - (at(1) - at(0))) / (2 * bend)));
          const gain = (test.problem.importance?.[i] ?? 1) * (now - at(best));
          expect(out[i * (h - old) + c]).toBeCloseTo(Math.max(0, gain), 8);
        }
      }
    }),
    { numRuns: 8 },
  );
});
