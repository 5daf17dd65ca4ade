import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { leastResidual, type PlainBones, posed } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, type TestProblem, testProblem } from "../problem/testing/problem";
import { BlendSolver, type BlendSolverOptions } from "./blend-solver";
import type { BlendState } from "./blend-state";
import { descend } from "./descent";
import { Regions } from "./regions";

const [FRAMES, VERTICES, H] = [4, 40, 5];

interface Case extends TestProblem {
  parallel: Serial;
  bones: PlainBones;
  importance: number[] | null;
}

function makeCase(seed: number, weighted = false): Case {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const size = { vertices: VERTICES, frames: FRAMES, bones: randomBones(random, FRAMES, H) };
  const made = testProblem(parallel, seed + 1, { ...size, noise: 0.05, influences: 3 });
  const importance = weighted ? Array.from({ length: VERTICES }, () => 1 + random.integer(3)) : null;
  if (importance) {
    made.problem.importance = parallel.arena.f64(VERTICES);
    made.problem.importance.set(importance);
  }
  return { ...made, parallel, bones: randomBones(random, FRAMES, H), importance };
}

function makeSolver(test: Case, flags: Partial<Record<"rigid" | "together", number[]>>, limit: number) {
  const { parallel, problem } = test;
  const numbers = (regions: number[] | undefined) =>
    regions ? Uint16Array.from({ length: VERTICES }, (_, i) => regions[i] ?? 0) : null;
  const asked = { rigid: numbers(flags.rigid), together: numbers(flags.together) };
  const size = { limit, slots: limit };
  const options: BlendSolverOptions = {
    bones: H,
    ...size,
    kind: "rigid",
    search: limit === H ? "all" : "swap",
    rule: "single",
    candidates: 4,
    rounds: 4,
    lockedBones: null,
    lockedVertices: null,
    smoothing: null,
    nearest: new Nearest(problem.rest),
    regions: new Regions(parallel, VERTICES, asked, null, size),
  };
  return new BlendSolver(parallel, problem, options);
}

function solved(solver: BlendSolver, bones: PlainBones): BlendState {
  const state = solver.createState();
  state.bones.set(bones.flat());
  return state;
}

function weightOf({ ids, values }: BlendState, i: number, j: number): number {
  const slots = ids.length / VERTICES;
  let sum = 0;
  for (let s = i * slots; s < (i + 1) * slots; s++) if (ids[s] === j) sum += values[s];
  return sum;
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const seeds = fc.integer({ min: 1, max: 1e6 });

describe("regions", () => {
  it("move rigid regions by the bone with the least summed error, like trying every bone", async () => {
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
          for (const i of members) expect(weightOf(state, i, best)).toBe(1);
          expect(sum(members.map((i) => state.errors[i]))).toBeCloseTo(costs[best], 9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("find the bone that has half of every member, also the first one, and none if there is no such bone", () => {
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
    // Most of them share a bone, but it has less than half of one.
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

  it("give half of a region to one bone, and find the other half like trying every support", async () => {
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
        // Two bones besides the anchor, or three with it, are never better than any three.
        best += leastResidual({ ...test.plain, trajectories }, test.bones, H, i, 3) / 4;
      }
    }
    expect(found).toBeGreaterThanOrEqual(best * (1 - 1e-9));
    expect(found).toBeLessThan(best * 1.1);
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
