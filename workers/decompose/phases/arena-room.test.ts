import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { JointBlend } from "../methods/ep-lbs/joint-blend";
import { Flat } from "../methods/his/flat/flat";
import { nearestWeights, nearestWeightsBytes } from "../methods/sma/nearest-weights";
import { Nearest } from "../problem/nearest";
import { randomBones, testProblem } from "../problem/testing/problem";
import { BlendSolver, type BlendSolverOptions } from "./blend-solver";
import { createState, stateBytes } from "./blend-state";
import { WeightsPhase } from "./weights-phase";

const VERTICES = 40;

/** An arena with a problem in it, and the bytes used so far. */
async function makeCase(bones: number, threads: number, frames: number, room: number) {
  const truth = randomBones(createRandom(7), frames, bones);
  const size = { vertices: VERTICES, frames, bones: truth, noise: 0.01, influences: 2 };
  const counted = await exactParallel(threads)(1 << 24);
  const empty = counted.arena.used;
  testProblem(counted, 8, size);
  const taken = counted.arena.used - empty;
  // The same with at most `room` bytes besides the problem.
  const parallel = await exactParallel(threads)(taken + room);
  const { problem } = testProblem(parallel, 8, size);
  const spare = parallel.arena.used;
  return { parallel, problem, truth, spare };
}

describe.each([
  [2, 1, 5],
  [5, 16, 5],
  [24, 3, 5],
  [2, 128, 3],
  [2, 1, 60],
])("with %i bones, scratch for %i threads and %i frames", (bones, threads, frames) => {
  const rank = 3 * frames;
  const stride = rank + (rank & 1);
  const limit = Math.min(4, bones);
  const size = { vertices: VERTICES, frames, rank, bones, limit, slots: limit };

  it.each([
    ["rigid", "joint"],
    ["rigid", "single"],
    ["affine", "single"],
  ] as const)("%s bones by the rule %s and their weights fit into the prediction", async (kind, rule) => {
    const { parallel, problem, truth } = await makeCase(
      bones,
      threads,
      frames,
      BlendSolver.bytes(size, threads, 1),
    );
    const options: BlendSolverOptions = {
      ...{ bones, limit, slots: limit, kind, rule },
      ...{ search: "swap", candidates: 4, rounds: 2 },
      ...{ nearest: new Nearest(problem.rest) },
    };
    const solver = new BlendSolver(parallel, problem, options);
    const state = solver.createState();
    state.bones.set(truth.flat());
    await solver.weights.run(state, UNWATCHED);
    await solver.bones.run(state, UNWATCHED);
    expect(state.error).toBeGreaterThan(0);
  });

  it("each prediction includes the scratch of a thread", async () => {
    const { parallel, problem, spare } = await makeCase(bones, threads, frames, 1 << 24);
    const { arena } = parallel;
    const turns = new Float64Array(3 * bones);
    const makers = {
      weights: [
        () => {
          const options = { bones, limit, slots: limit, search: "swap", candidates: 4, rounds: 2 } as const;
          return new WeightsPhase(parallel, problem, {
            ...options,
            kind: "rigid",
            locked: null,
            smoothing: null,
          });
        },
        WeightsPhase.bytes(rank, stride, bones, limit, threads),
      ],
      flat: [() => new Flat(parallel, problem, bones), Flat.bytes(VERTICES, rank, bones, threads)],
      "joint blend": [
        () => new JointBlend(parallel, problem, bones, "xyz", turns, new Int32Array(VERTICES)),
        JointBlend.bytes(VERTICES, frames, rank, bones, threads),
      ],
    } as const;
    for (const [name, [make, bytes]] of Object.entries(makers)) {
      arena.release(spare);
      make();
      const used = arena.used - spare;
      expect([name, used <= bytes, bytes <= 2 * used + 16384]).toEqual([name, true, true]);
    }
  });

  it("weights of the nearest bones fit into the prediction", async () => {
    const room =
      stateBytes(VERTICES, frames, bones, limit) + nearestWeightsBytes(rank, bones, limit, threads);
    const { parallel, problem, truth } = await makeCase(bones, threads, frames, room);
    const state = createState(parallel.arena, problem, "rigid", bones, limit);
    state.bones.set(truth.flat());
    const options = { bones, limit, slots: limit, kind: "rigid", threshold: null } as const;
    expect(await nearestWeights(parallel, problem, state, options, UNWATCHED)).toBeGreaterThan(0);
  });
});
