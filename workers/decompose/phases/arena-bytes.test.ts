import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { Nearest } from "../problem/nearest";
import { randomBones, testProblem } from "../problem/testing/problem";
import { BlendSolver } from "./blend-solver";
import { BonesPhase } from "./bones-phase";
import { WeightsPhase } from "./weights-phase";

const [VERTICES, FRAMES, SLOTS] = [50, 4, 4];
/** Numbers of bones. Up to 64 of them are solved at once, more one after another. */
const COUNTS = [1, 7, 64, 80];

/** Counts the memory that phases take from an arena. */
function phases() {
  const parallel = new Serial(new Arena(1 << 25, false));
  const truth = randomBones(createRandom(1), FRAMES, 3);
  const size = { vertices: VERTICES, frames: FRAMES, bones: truth, noise: 0.01, influences: 2 };
  const { problem } = testProblem(parallel, 2, size);
  const used = (make: () => unknown) => {
    const before = parallel.arena.used;
    make();
    return parallel.arena.used - before;
  };
  return { parallel, problem, used };
}

describe("bytes of the phases", () => {
  for (const h of COUNTS) {
    it(`are enough for ${h} bones, and at most twice as many`, () => {
      const { parallel, problem, used } = phases();
      const { rank, stride } = problem;
      const weights = used(
        () =>
          new WeightsPhase(parallel, problem, {
            bones: h,
            limit: SLOTS,
            slots: SLOTS,
            search: "swap",
            candidates: Math.min(h, 8),
            rounds: 2,
            kind: "rigid",
            locked: null,
            smoothing: null,
          }),
      );
      const promised = WeightsPhase.bytes(rank, stride, h, SLOTS, 1);
      expect(weights).toBeLessThanOrEqual(promised);
      expect(promised).toBeLessThan(2 * weights + 4096);
      for (const kind of ["rigid", "affine"] as const) {
        const bones = used(
          () =>
            new BonesPhase(parallel, problem, {
              bones: h,
              slots: SLOTS,
              kind,
              rule: "joint",
              locked: null,
              mayReflect: false,
            }),
        );
        expect(bones).toBeLessThanOrEqual(BonesPhase.bytes(VERTICES, FRAMES, rank, stride, h, SLOTS, 1));
      }
    });
  }

  it("cover everything that bones write, with many frames and few vertices", async () => {
    for (const kind of ["rigid", "affine"] as const) {
      for (const rule of ["joint", "single"] as const) {
        const parallel = new Serial(new Arena(1 << 25, false));
        const truth = randomBones(createRandom(3), 300, 6);
        const size = { vertices: 10, frames: 300, bones: truth, noise: 0.01, influences: 2 };
        const { problem } = testProblem(parallel, 4, size);
        const solver = new BlendSolver(parallel, problem, {
          bones: 6,
          limit: 3,
          slots: 3,
          kind,
          search: "all",
          rule,
          candidates: 3,
          rounds: 2,
          nearest: new Nearest(problem.rest),
        });
        const state = solver.createState();
        const phase = new BonesPhase(parallel, problem, {
          bones: 6,
          slots: 3,
          kind,
          rule,
          locked: null,
          mayReflect: false,
        });
        const guard = parallel.arena.f64(1 << 16).fill(7);
        state.bones.set(truth.flat());
        await solver.weights.run(state, UNWATCHED);
        await phase.run(state, UNWATCHED);
        if (kind === "rigid") await phase.project(state.bones, UNWATCHED);
        expect(guard.every((x) => x === 7)).toBe(true);
      }
    }
  });
});
