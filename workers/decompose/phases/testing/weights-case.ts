import fc from "fast-check";
import { expect } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { PlainBones } from "../../../kernels/testing/blend-reference";
import { createRandom } from "../../../math/random";
import { Nearest } from "../../problem/nearest";
import { randomBones, type TestProblem, testProblem } from "../../problem/testing/problem";
import { BlendSolver, type BlendSolverOptions } from "../blend-solver";
import type { BlendState } from "../blend-state";

export const FRAMES = 5;
export const VERTICES = 40;

export interface Case extends TestProblem {
  parallel: Serial;
  bones: PlainBones;
}

/** Vertices that follow blends of bones, and a solve with other bones. */
export function makeCase(seed: number, h: number, noise = 0.05): Case {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, h);
  const bones = noise === 0 ? truth : randomBones(random, FRAMES, h);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise, influences: 3 };
  return { ...testProblem(parallel, seed + 1, size), parallel, bones };
}

export function makeSolver(
  { parallel, problem }: Pick<Case, "parallel" | "problem">,
  options: Partial<BlendSolverOptions>,
): BlendSolver {
  const limit = options.limit ?? 3;
  return new BlendSolver(parallel, problem, {
    bones: 4,
    limit,
    kind: "rigid",
    search: "swap",
    rule: "joint",
    nearest: new Nearest(problem.rest),
    ...options,
  });
}

export function stateOf(solver: BlendSolver, bones: PlainBones): BlendState {
  const state = solver.createState();
  state.bones.set(bones.flat());
  return state;
}

/** Weights of a vertex on all bones. Checks that they are valid. */
export function weightsOf(state: BlendState, i: number, h: number, limit: number): number[] {
  const slots = state.ids.length / state.errors.length;
  const all = new Array<number>(h).fill(0);
  let used = 0;
  for (let e = i * slots; e < (i + 1) * slots; e++) {
    if (state.ids[e] < 0) continue;
    used++;
    expect(all[state.ids[e]]).toBe(0);
    expect(state.values[e]).toBeGreaterThan(0);
    all[state.ids[e]] = state.values[e];
  }
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(limit);
  expect(all.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 7);
  return all;
}

export const seeds = fc.integer({ min: 1, max: 1e6 });
