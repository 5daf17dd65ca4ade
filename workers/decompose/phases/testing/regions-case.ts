import fc from "fast-check";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { PlainBones } from "../../../kernels/testing/blend-reference";
import { createRandom } from "../../../math/random";
import { Nearest } from "../../problem/nearest";
import { randomBones, type TestProblem, testProblem } from "../../problem/testing/problem";
import { BlendSolver, type BlendSolverOptions } from "../blend-solver";
import type { BlendState } from "../blend-state";
import { Regions } from "../regions/regions";

const FRAMES = 4;
export const VERTICES = 40;
/** Number of bones. */
export const H = 5;

export interface Case extends TestProblem {
  parallel: Serial;
  bones: PlainBones;
  importance: number[] | null;
}

export function makeCase(seed: number, weighted = false): Case {
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

export function makeSolver(
  test: Case,
  flags: Partial<Record<"rigid" | "together", number[]>>,
  limit: number,
  more: Partial<BlendSolverOptions> = {},
) {
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
    nearest: new Nearest(problem.rest),
    regions: new Regions(parallel, VERTICES, asked, null, size),
    ...more,
  };
  return new BlendSolver(parallel, problem, options);
}

export function solved(solver: BlendSolver, bones: PlainBones): BlendState {
  const state = solver.createState();
  state.bones.set(bones.flat());
  return state;
}

export function weightOf({ ids, values }: BlendState, i: number, j: number): number {
  const slots = ids.length / VERTICES;
  let sum = 0;
  for (let s = i * slots; s < (i + 1) * slots; s++) if (ids[s] === j) sum += values[s];
  return sum;
}

export const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
export const seeds = fc.integer({ min: 1, max: 1e6 });
