import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { frameError, type PlainBones } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, testProblem } from "../problem/testing/problem";
import { BlendSolver } from "./blend-solver";
import type { BlendState } from "./blend-state";
import { descend } from "./descent";

const [VERTICES, FRAMES, H, SLOTS] = [60, 6, 4, 3];

/** A problem of noisy blends, with bones in wrong places. */
function makeCase(seed: number, kind: BoneKind) {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, H);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise: 0.02, influences: 2 };
  const { problem, plain } = testProblem(parallel, seed + 1, size);
  const solver = new BlendSolver(parallel, problem, {
    bones: H,
    limit: SLOTS,
    slots: SLOTS,
    kind,
    search: "swap",
    rule: "joint",
    candidates: 4,
    rounds: 2,
    lockedBones: null,
    lockedVertices: null,
    smoothing: null,
    nearest: new Nearest(problem.rest),
  });
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

  it("gets farther with momentum in the same number of iterations", async () => {
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
