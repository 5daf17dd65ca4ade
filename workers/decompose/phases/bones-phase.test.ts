import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { frameError, type PlainBones } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, type TestProblem, testProblem } from "../problem/testing/problem";
import { BlendSolver } from "./blend-solver";
import type { BlendState } from "./blend-state";
import type { RigidRule } from "./bones-phase";

const FRAMES = 4;
const VERTICES = 60;
const BONES = 3;

interface Case extends TestProblem {
  solver: BlendSolver;
  state: BlendState;
  locked: Uint8Array;
}

/** A state with displaced bones of a noisy problem, and the weights of the true bones. */
async function makeCase(seed: number, kind: BoneKind, rule: RigidRule, push: number): Promise<Case> {
  const parallel = new Serial(new Arena(1 << 23, false));
  const random = createRandom(seed);
  const truth = randomBones(random, FRAMES, BONES);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise: 0.01, influences: 2 };
  const test = testProblem(parallel, seed + 1, size);
  const locked = parallel.arena.u8(BONES).fill(0);
  const solver = new BlendSolver(parallel, test.problem, {
    bones: BONES,
    limit: 3,
    slots: 3,
    kind,
    search: "all",
    rule,
    candidates: 4,
    rounds: 2,
    lockedBones: locked,
    lockedVertices: null,
    smoothing: null,
    nearest: new Nearest(test.problem.rest),
  });
  const state = solver.createState();
  state.bones.set(truth.flat());
  await solver.weights.run(state, UNWATCHED);
  for (let n = 0; n < state.bones.length; n++) state.bones[n] += push * random.normal();
  if (kind === "rigid") await solver.bones.project(state.bones, UNWATCHED);
  return { ...test, solver, state, locked };
}

const rowsOf = (state: BlendState): PlainBones =>
  Array.from({ length: 3 * FRAMES }, (_, row) =>
    Array.from(state.bones.subarray(row * 4 * BONES, (row + 1) * 4 * BONES)),
  );

function weightsOf(state: BlendState): number[][] {
  return Array.from(state.errors, (_, i) => {
    const all = new Array<number>(BONES).fill(0);
    for (let e = 3 * i; e < 3 * i + 3; e++) if (state.ids[e] >= 0) all[state.ids[e]] = state.values[e];
    return all;
  });
}

function errorsOf({ plain, state }: Case): number[] {
  const [bones, weights] = [rowsOf(state), weightsOf(state)];
  return Array.from({ length: FRAMES }, (_, k) => frameError(plain, bones, weights, k));
}

function expectRigid(bones: PlainBones): void {
  for (let k = 0; k < FRAMES; k++) {
    for (let j = 0; j < BONES; j++) {
      const r = [0, 1, 2].map((a) => bones[3 * k + a].slice(4 * j, 4 * j + 3));
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          const inner = r[a].reduce((sum, x, c) => sum + x * r[b][c], 0);
          expect(inner).toBeCloseTo(a === b ? 1 : 0, 10);
        }
      }
      const cross = [
        r[0][1] * r[1][2] - r[0][2] * r[1][1],
        r[0][2] * r[1][0] - r[0][0] * r[1][2],
        r[0][0] * r[1][1] - r[0][1] * r[1][0],
      ];
      expect(cross.reduce((sum, x, c) => sum + x * r[2][c], 0)).toBeCloseTo(1, 10);
    }
  }
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("bones phase", () => {
  it.each(["joint", "single"] as const)(
    "lowers the error of every frame and stays rigid: %s",
    async (rule) => {
      await fc.assert(
        fc.asyncProperty(seeds, async (seed) => {
          const test = await makeCase(seed, "rigid", rule, 0.2);
          const before = errorsOf(test);
          await test.solver.bones.run(test.state, UNWATCHED);
          errorsOf(test).forEach((error, k) => {
            expect(error).toBeLessThanOrEqual(before[k] * (1 + 1e-9));
          });
          expectRigid(rowsOf(test.state));
        }),
        { numRuns: 15 },
      );
    },
  );

  it.each(["joint", "single"] as const)("converges until no small motion helps: %s", async (rule) => {
    const test = await makeCase(5, "rigid", rule, 0.02);
    for (let n = 0; n < 200; n++) await test.solver.bones.run(test.state, UNWATCHED);
    const weights = weightsOf(test.state);
    const bones = rowsOf(test.state);
    const least = errorsOf(test);
    const random = createRandom(2);
    for (let n = 0; n < 60; n++) {
      const moved = bones.map((row) => row.slice());
      const [j, axis, turn] = [random.integer(BONES), random.integer(3), 1e-4 * random.normal()];
      const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
      for (let k = 0; k < FRAMES; k++) {
        for (let e = 4 * j; e < 4 * j + 3; e++) {
          const [p, q] = [moved[3 * k + b][e], moved[3 * k + c][e]];
          moved[3 * k + b][e] = p * Math.cos(turn) - q * Math.sin(turn);
          moved[3 * k + c][e] = p * Math.sin(turn) + q * Math.cos(turn);
        }
        moved[3 * k + axis][4 * j + 3] += 1e-4 * random.normal();
        expect(frameError(test.plain, moved, weights, k)).toBeGreaterThanOrEqual(least[k] * (1 - 1e-7));
      }
    }
  });

  it("finds the joint optimum of affine bones", async () => {
    const test = await makeCase(8, "affine", "joint", 0.1);
    for (let n = 0; n < 3; n++) await test.solver.bones.run(test.state, UNWATCHED);
    const weights = weightsOf(test.state);
    const bones = rowsOf(test.state);
    // The residual is orthogonal to every w_j v_c.
    for (let row = 0; row < 3 * FRAMES; row++) {
      for (let column = 0; column < 4 * BONES; column++) {
        let slope = 0;
        let size = 0;
        for (let i = 0; i < VERTICES; i++) {
          const v = test.plain.rest[i];
          const at = weights[i].reduce(
            (sum, w, j) => sum + w * v.reduce((s, x, c) => s + x * bones[row][4 * j + c], 0),
            0,
          );
          const factor = weights[i][column >> 2] * v[column & 3];
          slope += (test.plain.trajectories[i][row] - at) * factor;
          size += Math.abs(factor);
        }
        expect(Math.abs(slope)).toBeLessThan(1e-6 * size);
      }
    }
  });

  it.each([
    ["rigid", "joint"],
    ["rigid", "single"],
    ["affine", "joint"],
  ] as const)("leaves locked bones in place: %s %s", async (kind, rule) => {
    const test = await makeCase(4, kind, rule, 0.1);
    test.locked[1] = 1;
    const before = rowsOf(test.state);
    const errors = errorsOf(test);
    await test.solver.bones.run(test.state, UNWATCHED);
    const after = rowsOf(test.state);
    for (let row = 0; row < 3 * FRAMES; row++) {
      expect(after[row].slice(4, 8)).toEqual(before[row].slice(4, 8));
      expect(after[row].slice(0, 4)).not.toEqual(before[row].slice(0, 4));
    }
    errorsOf(test).forEach((error, k) => {
      expect(error).toBeLessThan(errors[k]);
    });
  });

  it("projects any matrix to a rotation, the nearest for a stretched one, never a reflection", async () => {
    const test = await makeCase(6, "rigid", "joint", 0);
    const rotation = rowsOf(test.state);
    for (let n = 0; n < test.state.bones.length; n++) if (n % 4 < 3) test.state.bones[n] *= 3;
    await test.solver.bones.project(test.state.bones, UNWATCHED);
    rowsOf(test.state).forEach((row, r) => {
      row.forEach((x, c) => {
        if (c % 4 < 3) expect(x).toBeCloseTo(rotation[r][c], 9);
      });
    });
    test.state.bones.fill(0);
    for (let row = 0; row < 3; row++) test.state.bones[row * 4 * BONES + row] = -1;
    await test.solver.bones.project(test.state.bones, UNWATCHED);
    expectRigid(rowsOf(test.state));
  });
});
