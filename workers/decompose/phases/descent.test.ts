import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { frameError, type PlainBones } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { randomBones, testProblem } from "../problem/testing/problem";
import type { BlendSolver } from "./blend-solver";
import type { BlendState } from "./blend-state";
import { type DescentOptions, descend } from "./descent";
import { makeSolver } from "./testing/weights-case";

const [VERTICES, FRAMES, H, SLOTS] = [60, 6, 4, 3];

/** A problem of noisy blends, with bones in wrong places. */
function makeCase(seed: number, kind: BoneKind) {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, H);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise: 0.02, influences: 2 };
  const { problem, plain } = testProblem(parallel, seed + 1, size);
  const solver = makeSolver({ parallel, problem }, { bones: H, limit: SLOTS, kind });
  const state = solver.createState();
  state.bones.set(truth.flat());
  for (let n = 0; n < state.bones.length; n++) state.bones[n] += 0.3 * random.normal();
  return { solver, state, plain };
}

/** The squared error of a state's bones and weights, by the definition of blending. */
function errorOf({ plain }: ReturnType<typeof makeCase>, state: BlendState): number {
  const bones: PlainBones = Array.from({ length: 3 * FRAMES }, (_, row) =>
    Array.from(state.bones.subarray(row * 4 * H, (row + 1) * 4 * H)),
  );
  const weights = Array.from(state.errors, (_, i) => {
    const all = new Array<number>(H).fill(0);
    for (let e = SLOTS * i; e < SLOTS * (i + 1); e++)
      if (state.ids[e] >= 0) all[state.ids[e]] = state.values[e];
    return all;
  });
  return Array.from({ length: FRAMES }, (_, k) => frameError(plain, bones, weights, k)).reduce(
    (a, b) => a + b,
    0,
  );
}

/**
 * Descends from an objective of 100 with phases that follow a script and a single bone with a single number.
 * @returns where the bone is after each iteration, and where it was each time weights were found.
 */
async function scripted(bones: number[], objectives: number[], options: Partial<DescentOptions>) {
  const parallel = new Serial(new Arena(4096, false));
  const { arena } = parallel;
  const [places, tried]: number[][] = [[], []];
  const left = [...objectives];
  const solver = {
    parallel,
    boneNumbers: 1,
    options: { kind: "affine" },
    bones: {
      reflects: async () => false,
      run: async (state: BlendState) => void state.bones.fill(bones[places.length]),
    },
    weights: {
      async run(state: BlendState) {
        tried.push(state.bones[0]);
        state.objective = left.shift()!;
      },
    },
  } as unknown as BlendSolver;
  const make = (): BlendState => ({
    bones: arena.f64(1),
    ids: arena.i32(1),
    values: arena.f64(1),
    errors: arena.f64(1),
    error: 0,
    objective: 100,
  });
  const [state, spare] = [make(), make()];
  const { used } = arena;
  const asked = { iterations: bones.length, momentum: true, tolerance: 0, patience: 99, ...options };
  await descend(solver, state, spare, asked, UNWATCHED, (now) => places.push(now.bones[0]) > 0);
  expect(arena.used).toBe(used);
  return { places, tried };
}

function expectNear(found: number[], expected: number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((x, n) => {
    expect(x).toBeCloseTo(expected[n], 12);
  });
}

describe("descend", () => {
  it.each(["rigid", "affine"] as const)("never rises, and reports the true error: %s bones", async (kind) => {
    for (const momentum of [false, true]) {
      const made = makeCase(7, kind);
      const { solver, state } = made;
      if (kind === "rigid") await solver.bones.project(state.bones, UNWATCHED);
      await solver.weights.run(state, UNWATCHED);
      const objectives = [state.objective];
      const options = { iterations: 25, momentum, tolerance: 0, patience: 25 };
      await descend(solver, state, solver.createState(), options, UNWATCHED, ({ objective, error }) => {
        objectives.push(objective);
        expect(error / errorOf(made, state)).toBeCloseTo(1, 6);
        return true;
      });
      for (let n = 1; n < objectives.length; n++) {
        expect(objectives[n]).toBeLessThanOrEqual(objectives[n - 1] * (1 + 1e-12));
      }
      expect(objectives[objectives.length - 1]).toBeLessThan(0.5 * objectives[0]);
    }
  });

  it("reaches a lower error with momentum in the same number of iterations", async () => {
    const reached = async (momentum: boolean, seed: number) => {
      const { solver, state } = makeCase(seed, "affine");
      await solver.weights.run(state, UNWATCHED);
      const options = { iterations: 20, momentum, tolerance: 0, patience: 20 };
      await descend(solver, state, solver.createState(), options, UNWATCHED, () => true);
      return state.objective;
    };
    let ratios = 0;
    for (let seed = 1; seed <= 8; seed++)
      ratios += Math.log((await reached(true, seed)) / (await reached(false, seed)));
    expect(ratios).toBeLessThan(0);
  });

  it("pushes bones along their last change, farther after each gain, and less after a push that does not help", async () => {
    // The places where the bones phase puts the bone, and the objective of each weights phase in turn.
    const bones = [10, 11, 13, 13.5, 14, 20, 21];
    const objectives = [90, 80, 70, 95, 60, 50, 99, 40, 30];
    const { places, tried } = await scripted(bones, objectives, { momentum: true });
    const push = [0.3, 0.3 * 1.1 + 0.02];
    push.push(0.3 * push[1]);
    push.push(1.1 * push[2] + 0.02);
    push.push(0.3 * push[3]);
    expectNear(tried, [
      10,
      11,
      13 + push[0] * 2,
      13.5 + push[1] * 0.5, // 95: no gain.
      13.5,
      14 + push[2] * 0.5,
      20 + push[3] * 6, // 99: no gain.
      20,
      21 + push[4] * 1,
    ]);
    expectNear(places, [10, 11, tried[2], 13.5, tried[5], 20, tried[8]]);
  });

  it("keeps a push only if it lowers the objective, and never pushes farther than 0.95", async () => {
    const bones = Array.from({ length: 16 }, (_, n) => n);
    const steady = await scripted(
      bones,
      bones.map((n) => 100 - n),
      { momentum: true },
    );
    let push = 0.3;
    steady.tried.forEach((x, n) => {
      expect(x).toBeCloseTo(n < 2 ? n : n + push, 12);
      if (n >= 2) push = Math.min(1.1 * push + 0.02, 0.95);
    });
    expect(push).toBe(0.95);
    // An objective that stays the same is not a gain.
    const level = await scripted([1, 2, 3], [5, 5, 5, 5], { momentum: true });
    expectNear(level.tried, [1, 2, 3.3, 3]);
    const without = await scripted([1, 2, 3], [5, 4, 3], { momentum: false });
    expectNear(without.tried, [1, 2, 3]);
  });

  it("counts iterations that gain too little only if they are in a row", async () => {
    // A gain of 10 % or more starts the count again: 1, 0, 1, 2.
    const { places } = await scripted([1, 2, 3, 4, 5, 6], [99, 80, 79, 78, 77, 76], {
      momentum: false,
      tolerance: 0.1,
      patience: 2,
    });
    expect(places).toHaveLength(4);
    // A gain of exactly the required share is enough.
    const exact = await scripted([1, 2, 3], [80, 64, 51.2], {
      momentum: false,
      tolerance: 0.25,
      patience: 1,
    });
    expect(exact.places).toHaveLength(3);
  });

  it("stops after the last iteration, when it gains too little, and when told to", async () => {
    const count = async (
      options: { iterations: number; tolerance: number; patience: number },
      most = Infinity,
    ) => {
      const { solver, state } = makeCase(3, "affine");
      await solver.weights.run(state, UNWATCHED);
      let turns = 0;
      await descend(
        solver,
        state,
        solver.createState(),
        { ...options, momentum: false },
        UNWATCHED,
        () => ++turns < most,
      );
      return turns;
    };
    expect(await count({ iterations: 5, tolerance: 0, patience: 9 })).toBe(5);
    expect(await count({ iterations: 50, tolerance: Infinity, patience: 3 })).toBe(3);
    expect(await count({ iterations: 50, tolerance: 0, patience: 99 }, 4)).toBe(4);
  });
});
