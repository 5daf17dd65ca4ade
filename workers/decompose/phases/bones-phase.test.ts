import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { frameError, type PlainBones, solveDense } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, type TestProblem, testProblem } from "../problem/testing/problem";
import { BlendSolver } from "./blend-solver";
import { type BlendState, copyState } from "./blend-state";
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
    lockedBones: locked,
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

  it("keeps affine bones near their old place where their weights do not determine them", async () => {
    const test = await makeCase(8, "affine", "joint", 0.1);
    // Hardly any vertex uses this bone.
    for (let i = 0; i < VERTICES; i++) {
      const w = weightsOf(test.state)[i];
      const total = w[0] + w[1] || 1;
      test.state.ids.set([0, 1, 2], 3 * i);
      test.state.values.set([w[0] / total, w[1] / total, 3e-4], 3 * i);
    }
    const [weights, before] = [weightsOf(test.state), rowsOf(test.state)];
    await test.solver.bones.run(test.state, UNWATCHED);
    const after = rowsOf(test.state);
    // min Σ|y − Σ w B v|² + ρ|B − B_before|² by its normal equations, with ρ = 1e-7 of the mean diagonal.
    const width = 4 * BONES;
    const factors = weights.map((w, i) => w.flatMap((x) => test.plain.rest[i].map((v) => x * v)));
    const normal = Array.from({ length: width }, (_, a) =>
      Array.from({ length: width }, (_, b) => factors.reduce((sum, f) => sum + f[a] * f[b], 0)),
    );
    const ridge = (1e-7 * normal.reduce((sum, row, a) => sum + row[a], 0)) / width + 1e-12;
    normal.forEach((row, a) => {
      row[a] += ridge;
    });
    after.forEach((row, r) => {
      const right = before[r].map(
        (x, a) => ridge * x + factors.reduce((sum, f, i) => sum + f[a] * test.plain.trajectories[i][r], 0),
      );
      const truth = solveDense(normal, right)!;
      row.forEach((x, a) => {
        expect(Math.abs(x - truth[a])).toBeLessThan(1e-3 * Math.abs(truth[a] - before[r][a]) + 1e-6);
      });
    });
  });

  it("knows the mass of each bone, the sum of its squared weights", async () => {
    for (const kind of ["rigid", "affine"] as const) {
      const test = await makeCase(12, kind, "joint", 0.1);
      const weights = weightsOf(test.state);
      await test.solver.bones.run(test.state, UNWATCHED);
      const masses = test.solver.bones.masses();
      expect(masses).toHaveLength(BONES);
      masses.forEach((mass, j) => {
        expect(mass).toBeCloseTo(
          weights.reduce((sum, w) => sum + w[j] ** 2, 0),
          9,
        );
      });
    }
  });

  it("moves more than 64 rigid bones one at a time, in three rounds", async () => {
    for (const h of [64, 65]) {
      const parallel = new Serial(new Arena(1 << 25, false));
      const truth = randomBones(createRandom(h), 2, h);
      const size = { vertices: 400, frames: 2, bones: truth, noise: 0.01, influences: 2 };
      const { problem } = testProblem(parallel, 3, size);
      const solver = new BlendSolver(parallel, problem, {
        ...{ bones: h, limit: 2, slots: 2, kind: "rigid", search: "swap", rule: "joint" },
        ...{ candidates: 4, rounds: 1 },
        nearest: new Nearest(problem.rest),
      });
      const start = solver.createState();
      start.bones.set(truth.flat());
      await solver.weights.run(start, UNWATCHED);
      const found = await Promise.all(
        [[undefined], ["single"], ["single", "single", "single"]].map(async (rules) => {
          const state = solver.createState();
          copyState(start, state);
          for (const rule of rules) await solver.bones.run(state, UNWATCHED, rule as "single" | undefined);
          return state.bones;
        }),
      );
      const difference = (a: Float64Array, b: Float64Array) =>
        Math.max(...a.map((x, n) => Math.abs(x - b[n])));
      expect(difference(found[0], found[1])).toBeGreaterThan(1e-9);
      if (h > 64) expect(difference(found[0], found[2])).toBeLessThan(1e-12);
      else expect(difference(found[0], found[2])).toBeGreaterThan(1e-9);
    }
  });

  it("settles: rigid bones move until none moves any more, affine bones move once", async () => {
    const test = await makeCase(5, "rigid", "joint", 0.2);
    await test.solver.bones.settle(test.state, UNWATCHED);
    const settled = test.state.bones.slice();
    expectRigid(rowsOf(test.state));
    await test.solver.bones.run(test.state, UNWATCHED, "single");
    const moves = test.state.bones.map((x, n) => Math.abs(x - settled[n]));
    expect(Math.max(...moves)).toBeLessThan(1e-8);
    const [once, other] = [
      await makeCase(6, "affine", "joint", 0.2),
      await makeCase(6, "affine", "joint", 0.2),
    ];
    await once.solver.bones.settle(once.state, UNWATCHED);
    await other.solver.bones.run(other.state, UNWATCHED);
    expect(once.state.bones).toEqual(other.state.bones);
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

  it("projects any matrix to a rotation, a stretched one to the nearest, never to a reflection", async () => {
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
