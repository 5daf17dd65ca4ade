import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, testProblem } from "../problem/testing/problem";
import { BlendSolver } from "./blend-solver";

const [VERTICES, FRAMES, H] = [20, 3, 2];
const ROWS = 3 * FRAMES;

/** Orthonormal columns by Gram and Schmidt: `rank` of them, each of 3F numbers. */
function randomBasis(rank: number, seed: number): number[][] {
  const random = createRandom(seed);
  const columns: number[][] = [];
  while (columns.length < rank) {
    let column = Array.from({ length: ROWS }, () => random.normal());
    for (const other of columns) {
      const along = column.reduce((sum, x, n) => sum + x * other[n], 0);
      column = column.map((x, n) => x - along * other[n]);
    }
    const length = Math.hypot(...column);
    columns.push(column.map((x) => x / length));
  }
  return columns;
}

/** A solver for a problem whose basis has `rank` columns. If `weighted`, its frames have different weights. */
function makeSolver(kind: BoneKind, rank: number, weighted: boolean) {
  const parallel = new Serial(new Arena(1 << 22, false));
  const { arena } = parallel;
  const bones = randomBones(createRandom(1), FRAMES, H);
  const size = { vertices: VERTICES, frames: FRAMES, bones, noise: 0.1, influences: 2 };
  const { problem } = testProblem(parallel, 2, size);
  const columns = randomBasis(rank, 3);
  problem.rank = rank;
  problem.stride = rank + (rank & 1);
  problem.basis = arena.f64(ROWS * problem.stride).fill(0);
  columns.forEach((column, q) => {
    column.forEach((x, row) => {
      problem.basis[row * problem.stride + q] = x;
    });
  });
  if (weighted) {
    problem.frameScales = arena.f64(FRAMES);
    problem.frameScales.set([0.5, 2, 4]);
  }
  const solver = new BlendSolver(parallel, problem, {
    ...{ bones: H, limit: 2, slots: 2, kind, search: "all", rule: "joint", candidates: 2, rounds: 1 },
    ...{ nearest: new Nearest(problem.rest) },
  });
  return { solver, columns };
}

const random = createRandom(4);
const motion = Float64Array.from({ length: 12 * FRAMES * H }, () => random.normal());

describe("motion in and out of a state", () => {
  it.each([
    ["rigid", 4],
    ["affine", ROWS],
  ] as const)("stays the same if the basis holds all of it: %s, rank %i", async (kind, rank) => {
    for (const weighted of [false, true]) {
      const { solver } = makeSolver(kind, rank, weighted);
      const state = solver.createState();
      expect(state.bones).toHaveLength(solver.boneNumbers);
      const { used } = solver.parallel.arena;
      await solver.setMotion(state, motion, UNWATCHED);
      const found = solver.motionOf(state);
      expect(found).toHaveLength(motion.length);
      found.forEach((x, n) => {
        expect(x).toBeCloseTo(motion[n], 12);
      });
      // Both calls free the memory that they take.
      expect(solver.parallel.arena.used).toBe(used);
    }
  });

  it("is projected on the basis if affine bones have a smaller one", async () => {
    for (const weighted of [false, true]) {
      const rank = 5;
      const { solver, columns } = makeSolver("affine", rank, weighted);
      const scales = solver.problem.frameScales ?? [1, 1, 1];
      const state = solver.createState();
      expect(solver.boneNumbers).toBe(rank * 4 * H);
      await solver.setMotion(state, motion, UNWATCHED);
      const found = solver.motionOf(state);
      for (let j = 0; j < H; j++) {
        for (let c = 0; c < 4; c++) {
          // One number of a bone through all frames and axes, times the scales of the frames.
          const path = Array.from({ length: ROWS }, (_, row) => {
            const [k, axis] = [Math.floor(row / 3), row % 3];
            return scales[k] * motion[12 * (k * H + j) + 4 * axis + c];
          });
          const kept = path.map(() => 0);
          for (const column of columns) {
            const along = column.reduce((sum, x, row) => sum + x * path[row], 0);
            for (let row = 0; row < ROWS; row++) kept[row] += along * column[row];
          }
          kept.forEach((x, row) => {
            const [k, axis] = [Math.floor(row / 3), row % 3];
            expect(found[12 * (k * H + j) + 4 * axis + c]).toBeCloseTo(x / scales[k], 10);
          });
        }
      }
    }
  });
});

it("gives the error per coordinate, in thousandths of half the diagonal", () => {
  const { solver } = makeSolver("rigid", ROWS, false);
  expect(solver.eRms(3 * VERTICES * FRAMES * 0.004 ** 2)).toBeCloseTo(4, 12);
  // Rounding can leave a sum of squares below zero.
  expect(solver.eRms(-1e-18)).toBe(0);
});
