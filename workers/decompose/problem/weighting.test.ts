import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { someFrames } from "../../model/mesh/some-frames";
import { NO_INTENT, SOLVE_DEFAULTS, type SolveIntent } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { decompose } from "../decompose";
import { Clusters } from "../initialisers/clusters";
import { startContext } from "../initialisers/start-context";
import type { DecomposeTask } from "../input/decompose-input";
import { BlendSolver } from "../phases/blend-solver";
import { descend } from "../phases/descent";
import { Nearest } from "./nearest";
import { buildWeightedProblem, weightingOf } from "./weighting";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
const UNSEEN: DecomposeTask = { ...UNWATCHED, partial() {} };
const cloth = clothPatch({ size: 8, frames: 9 });
const bar = bendingBar({ bones: 4, frames: 9, length: 12, width: 2 });

/** The sequence with vertex i repeated by its count, with the copies at the end. */
function withCopies(sequence: MeshSequence, times: Float32Array): { sequence: MeshSequence; of: number[] } {
  const V = sequence.vertexCount;
  const of = [...times.keys()].flatMap((i) => new Array<number>(times[i] - 1).fill(i));
  const add = (positions: Float32Array) => [
    ...positions,
    ...of.flatMap((i) => [...positions.subarray(3 * i, 3 * i + 3)]),
  ];
  const frames = Array.from({ length: sequence.frameCount }, (_, k) =>
    add(sequence.frames.subarray(3 * V * k, 3 * V * (k + 1))),
  );
  const rest = Float32Array.from(add(sequence.rest));
  return {
    sequence: { ...sequence, vertexCount: V + of.length, rest, frames: Float32Array.from(frames.flat()) },
    of: [...Array(V).keys(), ...of],
  };
}

/**
 * Iterates a few times from given bones. Returns the weights of the first vertices, the motion and the unweighted sum
 * of errors.
 */
async function iterate(
  sequence: MeshSequence,
  intent: SolveIntent,
  start: Float64Array,
  kind: "rigid" | "affine",
) {
  const parallel = await serial(1 << 24);
  const options = { bones: null, tailERms: 0 };
  const problem = await buildWeightedProblem(parallel, sequence, options, weightingOf(intent), UNWATCHED);
  const solver = new BlendSolver(parallel, problem, {
    bones: 4,
    limit: 4,
    slots: 4,
    kind,
    search: "all",
    rule: "single",
    nearest: new Nearest(problem.rest),
  });
  const [state, spare] = [solver.createState(), solver.createState()];
  await solver.setMotion(state, start, UNWATCHED);
  await solver.weights.run(state, UNWATCHED);
  const descent = { iterations: 3, momentum: true, tolerance: 0, patience: Infinity };
  await descend(solver, state, spare, descent, UNWATCHED, () => true);
  return { motion: solver.motionOf(state), eRms: solver.eRms(state.objective) };
}

async function startOf(sequence: MeshSequence): Promise<Float64Array> {
  const parallel = await serial(1 << 24);
  const none = weightingOf(undefined);
  const problem = await buildWeightedProblem(parallel, sequence, { bones: 4, tailERms: 0 }, none, UNWATCHED);
  const clusters = new Clusters(startContext(parallel, problem), 4);
  await clusters.begin(UNWATCHED);
  while (clusters.count < 4) await clusters.addPatch(clusters.worstVertex(), UNWATCHED);
  return clusters.motion();
}

function expectNear(a: Float64Array, b: ArrayLike<number>, tolerance: number): void {
  expect(a).toHaveLength(b.length);
  let worst = 0;
  a.forEach((x, at) => {
    worst = Math.max(worst, Math.abs(x - b[at]));
  });
  expect(worst).toBeLessThan(tolerance);
}

describe("weights of frames and vertices", () => {
  it.each(["rigid", "affine"] as const)("treat a vertex like that many copies of it: %s", async (kind) => {
    const random = createRandom(5);
    const importance = Float32Array.from({ length: 64 }, () => 1 + random.integer(3));
    const start = await startOf(cloth);
    const one = await iterate(cloth, { ...NO_INTENT, importance }, start, kind);
    const many = await iterate(withCopies(cloth, importance).sequence, NO_INTENT, start, kind);
    expect(one.eRms).toBeCloseTo(many.eRms, 5);
    expectNear(one.motion, many.motion, 1e-4);
  });

  it.each(["rigid", "affine"] as const)("treat a frame like that many copies of it: %s", async (kind) => {
    // With so few frames, neither problem has a trajectory basis that affine bones would be projected on.
    const frames = Float32Array.of(1, 2, 1, 3, 1, 1);
    const patch = clothPatch({ size: 8, frames: 6 });
    const copies = [...frames.keys()].flatMap((k) => new Array<number>(frames[k]).fill(k));
    const repeated = someFrames({ ...patch, frameCount: -1 }, copies);
    const start = await startOf(patch);
    const longer = new Float64Array(copies.length * 48);
    copies.forEach((k, at) => {
      longer.set(start.subarray(48 * k, 48 * (k + 1)), 48 * at);
    });
    const one = await iterate(patch, { ...NO_INTENT, frames }, start, kind);
    const many = await iterate(repeated, NO_INTENT, longer, kind);
    expect(one.eRms).toBeCloseTo(many.eRms, 4);
    const first = [...frames.keys()].map((k) => copies.indexOf(k));
    const kept = first.flatMap((at) => [...many.motion.subarray(48 * at, 48 * (at + 1))]);
    expectNear(one.motion, kept, 1e-3);
  });

  it("fit clusters by weight, and keep their bones rigid", async () => {
    const frames = Float32Array.of(1, 4, 1, 9, 1, 1, 2, 1, 1);
    const importance = Float32Array.from({ length: 64 }, (_, i) => 1 + (i % 3));
    const parallel = await serial(1 << 24);
    const weighting = weightingOf({ ...NO_INTENT, frames, importance });
    const options = { bones: null, tailERms: 0 };
    const problem = await buildWeightedProblem(parallel, cloth, options, weighting, UNWATCHED);
    const clusters = new Clusters(startContext(parallel, problem), 1);
    await clusters.begin(UNWATCHED);
    const motion = clusters.motion();
    const copies = withCopies(cloth, importance).sequence;
    const other = await serial(1 << 24);
    const plain = await buildWeightedProblem(other, copies, options, weightingOf(undefined), UNWATCHED);
    const whole = new Clusters(startContext(other, plain), 1);
    await whole.begin(UNWATCHED);
    expectNear(motion, whole.motion(), 1e-5);
  });

  it("give the same bits if all are equal", async () => {
    const settings = { ...SOLVE_DEFAULTS, bones: 4, iterations: 30, restarts: 2 };
    const input = { sequence: bar.sequence, settings, from: null, locks: null };
    const none = await decompose(input, serial, UNSEEN);
    const intent = {
      frames: new Float32Array(9).fill(1),
      importance: new Float32Array(bar.sequence.vertexCount).fill(3),
      density: new Float32Array(bar.sequence.vertexCount),
      rigid: new Uint16Array(bar.sequence.vertexCount),
      together: new Uint16Array(bar.sequence.vertexCount),
    };
    const alike = await decompose({ ...input, intent }, serial, UNSEEN);
    expect(alike.rig).toEqual(none.rig);
  });

  it("lower the error where they are high", async () => {
    const settings = { ...SOLVE_DEFAULTS, bones: 3, iterations: 60, restarts: 2, correctRestPose: false };
    const input = { sequence: cloth, settings, from: null, locks: null };
    const plain = await decompose(input, serial, UNSEEN);
    // Both continue from the same rig, because two solves from nothing may end in different minima.
    const goOn = (intent: Partial<SolveIntent>) =>
      decompose({ ...input, from: plain.rig, intent: { ...NO_INTENT, ...intent } }, serial, UNSEEN);
    const weighted = (errors: ArrayLike<number>, weights: Float32Array) =>
      weights.reduce((sum, weight, n) => sum + weight * errors[n] ** 2, 0);
    const frames = Float32Array.from({ length: 9 }, (_, k) => (k >= 5 ? 30 : 1));
    const later = await goOn({ frames });
    expect(weighted(later.report.errorPerFrame, frames)).toBeLessThan(
      0.95 * weighted(plain.report.errorPerFrame, frames),
    );
    const importance = Float32Array.from({ length: 64 }, (_, i) => (i % 8 > 4 ? 50 : 1));
    const right = await goOn({ importance });
    expect(weighted(right.report.errorPerVertex!, importance)).toBeLessThan(
      0.8 * weighted(plain.report.errorPerVertex!, importance),
    );
  });
});
