import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { solveDense } from "../../kernels/testing/blend-reference";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { optimiseStrict, type StrictOptions } from "./gauss-newton";
import { StrictRoom } from "./strict-room";
import { copyOf, poseOf, type StrictState } from "./strict-state";
import {
  positions,
  type RandomSkeleton,
  randomPose,
  randomSkeleton,
  squaredError,
  statisticsOf,
} from "./testing/random-skeleton";

const CHAIN = { parents: [-1, 0, 1, 1], frames: 3, vertices: 30, noise: 0.02 };
const FOREST = { parents: [2, -1, -1, 2, 1], frames: 2, vertices: 30, noise: 0.02 };
const SHORT = { parents: [-1, 0, 1], frames: 3, vertices: 30, noise: 0.02 };
const PLAIN: StrictOptions = { steps: 1, pull: 0 };

function setUp(skeleton: RandomSkeleton) {
  const parallel = new Serial(new Arena(1 << 22, false));
  const room = new StrictRoom(parallel, skeleton.h, skeleton.frames);
  const statistics = statisticsOf(parallel, skeleton);
  const run = (state: StrictState, options: StrictOptions) =>
    optimiseStrict(room, state, statistics, options, UNWATCHED);
  return { room, run };
}

/** A state near the truth. */
function disturbed({ state }: RandomSkeleton, seed: number, size: number): StrictState {
  const random = createRandom(seed);
  const h = state.tree.parents.length;
  const start = copyOf(state);
  const unknowns = 3 * h * (start.pose.length / (12 * h));
  turn(
    start,
    Array.from({ length: unknowns }, () => size * random.normal()),
  );
  start.tree.joints.forEach((x, at) => {
    start.tree.joints[at] = x + size * random.normal();
  });
  return start;
}

/** Turns bone k in frame f by the rotation vector at (f·h + k)·3: R ← cay(ω)R. */
function turn({ tree, pose }: StrictState, vectors: readonly number[]): void {
  const h = tree.parents.length;
  for (let n = 0; 3 * n < vectors.length; n++) {
    const [f, k] = [Math.floor(n / h), n % h];
    const [x, y, z] = vectors.slice(3 * n, 3 * n + 3).map((w) => w / 2);
    const s = 2 / (1 + x * x + y * y + z * z);
    const by = [
      [1 - s * (y * y + z * z), s * (x * y - z), s * (x * z + y)],
      [s * (x * y + z), 1 - s * (x * x + z * z), s * (y * z - x)],
      [s * (x * z - y), s * (y * z + x), 1 - s * (x * x + y * y)],
    ];
    const at = (a: number, c: number) => (3 * f + a) * 4 * h + 4 * k + c;
    const old = [0, 1, 2].map((a) => [0, 1, 2].map((c) => pose[at(a, c)]));
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) pose[at(a, c)] = by[a].reduce((sum, b, q) => sum + b * old[q][c], 0);
    }
  }
}

/**
 * The Gauss-Newton step, with the Jacobian of all positions by finite differences. Unknowns are joints (pulled towards
 * `centres` with `weights`), rotations, and the τ of the bones in `shifts`.
 */
function plainStep(
  skeleton: RandomSkeleton,
  state: StrictState,
  shifts: number[],
  hinges: number[],
  pull: (k: number) => { weight: number; centre: number[] },
): StrictState {
  const { h, frames, targets } = skeleton;
  const turns = 3 * h * frames;
  const moved = (step: number[]): StrictState => {
    const out = copyOf(state);
    turn(out, step.slice(0, turns));
    for (let f = 0; f < frames; f++) {
      shifts.forEach((k, n) => {
        for (let a = 0; a < 3; a++) {
          out.pose[(3 * f + a) * 4 * h + 4 * k + 3] += step[turns + 3 * (f * shifts.length + n) + a];
        }
      });
    }
    hinges.forEach((k, n) => {
      for (let c = 0; c < 3; c++)
        out.tree.joints[3 * k + c] += step[turns + 3 * frames * shifts.length + 3 * n + c];
    });
    return out;
  };
  const count = turns + 3 * frames * shifts.length + 3 * hinges.length;
  const y = targets.flat(2);
  const x = positions(skeleton, state).flat(2);
  const columns = Array.from({ length: count }, (_, n) => {
    const step = new Array<number>(count).fill(0);
    step[n] = 1e-5;
    const up = positions(skeleton, moved(step)).flat(2);
    step[n] = -1e-5;
    const down = positions(skeleton, moved(step)).flat(2);
    return up.map((u, i) => (u - down[i]) / 2e-5);
  });
  const dot = (a: number[], b: number[]) => a.reduce((sum, v, i) => sum + v * b[i], 0);
  const matrix = columns.map((a) => columns.map((b) => dot(a, b)));
  const right = columns.map((a) => dot(a, y) - dot(a, x));
  hinges.forEach((k, n) => {
    const { weight, centre } = pull(k);
    for (let c = 0; c < 3; c++) {
      const at = turns + 3 * frames * shifts.length + 3 * n + c;
      matrix[at][at] += weight;
      right[at] += weight * (centre[c] - state.tree.joints[3 * k + c]);
    }
  });
  return moved(solveDense(matrix, right)!);
}

const NO_PULL = () => ({ weight: 0, centre: [0, 0, 0] });

function expectSame(found: StrictState, wanted: StrictState): void {
  found.tree.joints.forEach((x, n) => {
    expect(x).toBeCloseTo(wanted.tree.joints[n], 4);
  });
  found.pose.forEach((x, n) => {
    expect(x).toBeCloseTo(wanted.pose[n], 4);
  });
}

describe("optimise", () => {
  it.each([CHAIN, FOREST, SHORT])("measures the error of the vertices, $parents", async (size) => {
    const skeleton = randomSkeleton(1, size);
    const { run, room } = setUp(skeleton);
    const open = { ...skeleton.state, pose: randomPose(createRandom(2), size.parents, size.frames, 0.2) };
    expect(await run(open, { ...PLAIN, steps: 0 })).toBeCloseTo(squaredError(skeleton, open), 8);
    const back = poseOf(room.bones, open.tree, false);
    back.forEach((x, n) => {
      expect(x).toBeCloseTo(open.pose[n], 10);
    });
  });

  it.each([CHAIN, FOREST, SHORT])(
    "takes the same step as with finite differences, $parents",
    async (size) => {
      const skeleton = randomSkeleton(3, size);
      const start = disturbed(skeleton, 4, 0.03);
      const roots = size.parents.flatMap((p, k) => (p < 0 ? [k] : []));
      const hinges = size.parents.flatMap((p, k) => (p < 0 ? [] : [k]));
      const found = copyOf(start);
      await setUp(skeleton).run(found, PLAIN);
      expectSame(found, plainStep(skeleton, start, roots, hinges, NO_PULL));
    },
  );

  it("takes that step with joints that open, stay or are pulled", async () => {
    const skeleton = randomSkeleton(5, CHAIN);
    const start = disturbed(skeleton, 6, 0.03);
    const free = copyOf(start);
    const { run } = setUp(skeleton);
    const openings = Float64Array.of(Infinity, 0, Infinity, Infinity);
    await run(free, { ...PLAIN, openings, movable: Uint8Array.of(1, 0, 1, 1) });
    expectSame(free, plainStep(skeleton, start, [0, 1], [2, 3], NO_PULL));
    const pulled = copyOf(start);
    await run(pulled, { ...PLAIN, pull: 50 });
    const rms = Math.sqrt(squaredError(skeleton, start) / (CHAIN.vertices * CHAIN.frames));
    const far = Math.max(0.15, 20 * rms);
    const meeting = (k: number) => {
      const p = CHAIN.parents[k];
      const shared = skeleton.weights.map((row) => row[k] * row[p]);
      const sum = shared.reduce((a, b) => a + b, 0);
      const centre = [0, 1, 2].map((c) => shared.reduce((a, w, i) => a + w * skeleton.rest[i][c], 0) / sum);
      const distance = Math.hypot(...centre.map((x, c) => x - start.tree.joints[3 * k + c]));
      const squares = skeleton.weights.flat().reduce((total, w) => total + w * w, 0);
      const weight = 50 * 0.15 * CHAIN.frames * (sum + (5e-3 * squares) / skeleton.h);
      return { weight: weight * (1 + 2 * (distance / far) ** 2), centre };
    };
    expectSame(pulled, plainStep(skeleton, start, [0], [1, 2, 3], meeting));
  });

  it("holds locked bones", async () => {
    const skeleton = randomSkeleton(7, CHAIN);
    const start = disturbed(skeleton, 8, 0.05);
    const found = copyOf(start);
    await setUp(skeleton).run(found, { ...PLAIN, steps: 5, locked: Uint8Array.of(0, 0, 1, 0) });
    const columns = (state: StrictState, k: number) =>
      state.pose.filter((_, n) => Math.floor((n % (4 * skeleton.h)) / 4) === k);
    expect(columns(found, 2)).toEqual(columns(start, 2));
    expect(columns(found, 3)).not.toEqual(columns(start, 3));
  });

  it("never raises its objective, keeps joints closed, and finds the exact answer", async () => {
    const skeleton = randomSkeleton(9, { ...CHAIN, noise: 0 });
    const { run, room } = setUp(skeleton);
    const state = disturbed(skeleton, 10, 0.15);
    let last = Infinity;
    for (let n = 0; n < 12; n++) {
      const error = await run(state, PLAIN);
      expect(error).toBeLessThanOrEqual(last);
      last = error;
    }
    expect(last).toBeLessThan(1e-8);
    const gaps = poseOf(room.bones, state.tree, false);
    const below = gaps.filter(
      (_, n) => n % 4 === 3 && CHAIN.parents[Math.floor((n % (4 * skeleton.h)) / 4)] >= 0,
    );
    expect(below.every((x) => Math.abs(x) < 1e-12)).toBe(true);
  });

  it("keeps soft joints nearly closed at a high cost, and opens them at a low one", async () => {
    const skeleton = randomSkeleton(11, { ...CHAIN, noise: 0.1 });
    const start = disturbed(skeleton, 12, 0.02);
    const { run, room } = setUp(skeleton);
    const results: { error: number; gap: number }[] = [];
    for (const price of [1e4, 1, 1e-4]) {
      const state = copyOf(start);
      const error = await run(state, {
        steps: 20,
        pull: 1e-3,
        openings: new Float64Array(skeleton.h).fill(price),
      });
      expect(error).toBeCloseTo(squaredError(skeleton, state), 7);
      const opened = poseOf(room.bones, state.tree, false).filter((_, n) => n % 16 > 4 && n % 4 === 3);
      results.push({ error, gap: Math.hypot(...opened) });
    }
    expect(results.map(({ error }) => error)).toEqual(
      results.map(({ error }) => error).sort((a, b) => b - a),
    );
    expect(results.map(({ gap }) => gap)).toEqual(results.map(({ gap }) => gap).sort((a, b) => a - b));
    expect(results[0].gap).toBeLessThan(1e-3);
  });
});
