import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { scratchNumbers } from "../../../kernels/scratch";
import { leastResidual, posed } from "../../../kernels/testing/blend-reference";
import { ExactArena } from "../../../kernels/testing/exact-arena";
import { UNWATCHED } from "../../../model/task";
import { descend } from "../descent";
import { H, makeCase, makeSolver, seeds, solved, sum, VERTICES, weightOf } from "../testing/regions-case";
import { createRegions, Regions } from "./regions";

describe("regions", () => {
  it("move rigid regions by the bone with the least summed error, as trying every bone finds", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, weighted) => {
        const test = makeCase(seed, weighted);
        const regions = [1, 1, 1, 1, 1, 0, 2, 2, 2];
        const solver = makeSolver(test, { rigid: regions }, 3);
        const state = solved(solver, test.bones);
        await solver.weights.run(state, UNWATCHED);
        for (const region of [1, 2]) {
          const members = regions.flatMap((r, i) => (r === region ? [i] : []));
          const costs = Array.from({ length: H }, (_, j) =>
            sum(
              members.map((i) => {
                const y = test.plain.trajectories[i];
                const own = sum(posed(test.plain, test.bones, i, j).map((x, row) => (x - y[row]) ** 2));
                return (test.importance?.[i] ?? 1) * own;
              }),
            ),
          );
          const best = costs.indexOf(Math.min(...costs));
          for (const i of members) {
            // The unused slots are empty.
            expect([...state.ids.subarray(3 * i, 3 * i + 3)]).toEqual([best, -1, -1]);
            expect([...state.values.subarray(3 * i, 3 * i + 3)]).toEqual([1, 0, 0]);
          }
          expect(sum(members.map((i) => state.errors[i]))).toBeCloseTo(costs[best], 9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("find the bone that has half of every member, even if it is the first, and none if there is no such bone", () => {
    const solver = makeSolver(makeCase(1), { together: [1, 1, 1, 2, 2, 2, 3, 3] }, 3);
    const { regions } = solver.options;
    const state = solver.createState();
    const give = (i: number, row: [bone: number, value: number][]) => {
      state.ids.fill(-1, 3 * i, 3 * i + 3);
      row.forEach(([bone, value], s) => {
        state.ids[3 * i + s] = bone;
        state.values[3 * i + s] = value;
      });
    };
    for (const i of [0, 1, 2]) {
      give(i, [
        [2 + (i % 2), 0.5],
        [0, 0.5],
      ]);
    }
    // Most members share a bone, but it has less than half of one member.
    give(3, [[4, 1]]);
    give(4, [
      [4, 0.49],
      [1, 0.51],
    ]);
    give(5, [[4, 1]]);
    give(6, [
      [3, 0.5],
      [1, 0.5],
    ]);
    give(7, [
      [1, 0.7],
      [3, 0.3],
    ]);
    regions!.recall(state);
    expect([...regions!.anchors.subarray(0, 9)]).toEqual([0, 0, 0, -1, -1, -1, 1, 1, -1]);
  });

  it("give half of a region to one bone, and find the other half as well as trying every support", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, weighted) => {
        const test = makeCase(seed, weighted);
        const regions = [0, 3, 3, 3, 3, 3, 3];
        const solver = makeSolver(test, { together: regions }, H);
        const state = solved(solver, test.bones);
        await solver.weights.run(state, UNWATCHED);
        // The least error of vertex i with half on c: ¼ |(2y − B_c v) − Σ w′ B v|².
        const least = (i: number, c: number) => {
          const half = posed(test.plain, test.bones, i, c);
          const trajectories = test.plain.trajectories.map((y) => y.map((x, row) => 2 * x - half[row]));
          return leastResidual({ ...test.plain, trajectories }, test.bones, H, i, H) / 4;
        };
        const common = Array.from({ length: H }, (_, j) => j).filter((j) =>
          regions.every((region, i) => region === 0 || weightOf(state, i, j) > 0.5 - 1e-9),
        );
        expect(common).toHaveLength(1);
        regions.forEach((region, i) => {
          if (region === 0) return;
          expect(state.errors[i]).toBeCloseTo((test.importance?.[i] ?? 1) * least(i, common[0]), 8);
        });
      }),
      { numRuns: 10 },
    );
  });

  it("keep to the limit, near the best support with an anchor", async () => {
    let [found, best] = [0, 0];
    for (const seed of [1, 2, 3, 4]) {
      const test = makeCase(seed);
      const regions = new Array<number>(VERTICES).fill(1);
      const solver = makeSolver(test, { together: regions }, 3);
      const state = solved(solver, test.bones);
      await solver.weights.run(state, UNWATCHED);
      const c = Array.from({ length: H }, (_, j) => j).find((j) => weightOf(state, 0, j) > 0.5 - 1e-9)!;
      for (let i = 0; i < VERTICES; i++) {
        const used = Array.from(state.ids.subarray(3 * i, 3 * i + 3)).filter((j) => j >= 0);
        expect(used.length).toBeLessThanOrEqual(3);
        expect(weightOf(state, i, c)).toBeGreaterThan(0.5 - 1e-9);
        expect(sum(Array.from({ length: H }, (_, j) => weightOf(state, i, j)))).toBeCloseTo(1, 9);
        const half = posed(test.plain, test.bones, i, c);
        const trajectories = test.plain.trajectories.map((y) => y.map((x, row) => 2 * x - half[row]));
        found += state.errors[i];
        // The anchor with two other bones is never better than the best three bones.
        best += leastResidual({ ...test.plain, trajectories }, test.bones, H, i, 3) / 4;
      }
    }
    expect(found).toBeGreaterThanOrEqual(best * (1 - 1e-9));
    expect(found).toBeLessThan(best * 1.1);
  });

  it.each([1, 2, 3, 4, 5])(
    "predict the gain of a bone for a whole rigid region, in the row of its first vertex, %i",
    async (seed) => {
      const test = makeCase(seed);
      const rigid = [0, 2, 2, 1, 1, 2, 1];
      const [old, width] = [3, H - 3];
      const { parallel } = test;
      const state = solved(makeSolver(test, { rigid }, 3), test.bones);
      // Each region has one of the old bones so far.
      rigid.forEach((region, i) => {
        state.ids.set([region, -1, -1], 3 * i);
        state.values.set([1, 0, 0], 3 * i);
      });
      for (let i = rigid.length; i < VERTICES; i++) {
        state.ids.set([0, -1, -1], 3 * i);
        state.values.set([1, 0, 0], 3 * i);
      }
      const solver = makeSolver(test, { rigid }, 3);
      const out = parallel.arena.f64(VERTICES * width).fill(9);
      await solver.weights.predictGains(state, old, out, UNWATCHED);
      const cost = (region: number, j: number) =>
        sum(
          rigid.flatMap((r, i) => {
            if (r !== region) return [];
            const y = test.plain.trajectories[i];
            return posed(test.plain, test.bones, i, j).map((x, row) => (x - y[row]) ** 2);
          }),
        );
      const gains = (region: number) =>
        Array.from({ length: width }, (_, c) => Math.max(0, cost(region, region) - cost(region, old + c)));
      const rows = rigid.map((_, i) => [...out.subarray(i * width, (i + 1) * width)]);
      const expected = [rows[0], gains(2), [0, 0], gains(1), [0, 0], [0, 0], [0, 0]];
      expect(
        gains(1)
          .concat(gains(2))
          .some((x) => x > 0),
      ).toBe(true);
      rows.forEach((row, i) => {
        row.forEach((x, c) => {
          expect(x).toBeCloseTo(expected[i][c], 8);
        });
      });
    },
  );

  it("leave locked vertices alone, and work with runs of any length", async () => {
    for (const count of [1, 31, 32, 33, 40]) {
      const test = makeCase(count);
      const locked = Uint8Array.from({ length: VERTICES }, (_, i) => (i % 9 === 4 ? 1 : 0));
      const size = { limit: 3, slots: 3 };
      const rigid = Uint16Array.from({ length: VERTICES }, (_, i) => (i < count ? 1 : 0));
      const regions = createRegions(test.parallel, VERTICES, { rigid }, locked, size)!;
      const solver = makeSolver(test, {}, 3, { regions, lockedVertices: locked });
      const state = solved(solver, test.bones);
      locked.forEach((flag, i) => {
        if (!flag) return;
        state.ids.set([4, -1, -1], 3 * i);
        state.values.set([1, 0, 0], 3 * i);
      });
      await solver.weights.run(state, UNWATCHED);
      const members = Array.from({ length: count }, (_, i) => i).filter((i) => !locked[i]);
      const costs = Array.from({ length: H }, (_, j) =>
        sum(
          members.flatMap((i) => {
            const y = test.plain.trajectories[i];
            return posed(test.plain, test.bones, i, j).map((x, row) => (x - y[row]) ** 2);
          }),
        ),
      );
      const best = costs.indexOf(Math.min(...costs));
      for (const i of members) expect(weightOf(state, i, best)).toBe(1);
      locked.forEach((flag, i) => {
        if (flag) expect(weightOf(state, i, 4)).toBe(1);
      });
    }
  });

  it("are null if no vertex is in a region", () => {
    const { parallel } = makeCase(1);
    const size = { limit: 3, slots: 3 };
    const none = new Uint16Array(VERTICES);
    const one = Uint16Array.from({ length: VERTICES }, (_, i) => (i === 7 ? 1 : 0));
    const make = (flags: Parameters<typeof createRegions>[2]) =>
      createRegions(parallel, VERTICES, flags, null, size);
    expect(make(undefined)).toBeNull();
    expect(make({ rigid: none, together: none })).toBeNull();
    expect([...make({ rigid: one })!.fixed.entries()].filter(([, flag]) => flag)).toEqual([[7, 1]]);
    // If one bone has half of a vertex, the other half is free …
    expect(make({ together: one })!.fixed.some(Boolean)).toBe(false);
    // … unless a vertex may have one bone only.
    const whole = createRegions(parallel, VERTICES, { together: one }, null, { limit: 1, slots: 1 })!;
    expect([...whole.fixed.entries()].filter(([, flag]) => flag)).toEqual([[7, 1]]);
  });

  it("choose within the predicted memory", async () => {
    for (const count of [1, 32, 33, VERTICES]) {
      const test = makeCase(2);
      const threads = 3;
      const rigid = Uint16Array.from({ length: VERTICES }, (_, i) => (i < count ? 1 : 0));
      const together = Uint16Array.from({ length: VERTICES }, (_, i) => (i < count ? 0 : 1));
      const arena = new ExactArena(Regions.bytes(VERTICES, H, test.problem.stride, threads));
      const { used } = arena;
      const regions = new Regions({ arena } as unknown as Parallel, VERTICES, { rigid, together }, null, {
        limit: 3,
        slots: 3,
      });
      // The memory that the weights phase takes for each region in turn.
      const runs = Math.ceil(VERTICES / 32);
      arena.f64(runs * H);
      arena.f64(threads * scratchNumbers(kernels.regionScratch, { h: H, stride: test.problem.stride }));
      expect(regions.fixed).toHaveLength(VERTICES);
      expect(arena.used).toBeGreaterThan(used);
    }
  });

  it("never raise the objective, and are kept in every iteration", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom(1, 2, 4), async (seed, limit) => {
        const test = makeCase(seed, true);
        const rigid = Array.from({ length: 8 }, () => 1);
        const together = Array.from({ length: 24 }, (_, i) => (i < 12 ? 0 : i < 18 ? 1 : 2));
        const solver = makeSolver(test, { rigid, together }, limit);
        const [state, spare] = [solved(solver, test.bones), solver.createState()];
        await solver.weights.run(state, UNWATCHED);
        let last = state.objective;
        const descent = { iterations: 12, momentum: true, tolerance: 0, patience: Infinity };
        await descend(solver, state, spare, descent, UNWATCHED, (now) => {
          expect(now.objective).toBeLessThanOrEqual(last * (1 + 1e-12));
          last = now.objective;
          const shared = (from: number, to: number, least: number) =>
            Array.from({ length: H }, (_, j) => j).some((j) =>
              Array.from({ length: to - from }, (_, n) => from + n).every(
                (i) => weightOf(now, i, j) >= least - 1e-9,
              ),
            );
          expect(shared(0, 8, 1)).toBe(true);
          expect(shared(12, 18, limit === 1 ? 1 : 0.5)).toBe(true);
          expect(shared(18, 24, limit === 1 ? 1 : 0.5)).toBe(true);
          return true;
        });
      }),
      { numRuns: 12 },
    );
  });
});
