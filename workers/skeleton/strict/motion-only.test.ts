import { describe, expect, it } from "vitest";
import { Serial } from "../../kernels/parallel";
import { ExactArena } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { motionOnlyBytes, solveMotion } from "./motion-only";
import { StrictRoom } from "./strict-room";
import { copyOf } from "./strict-state";
import {
  positions,
  type RandomSkeleton,
  randomPose,
  randomSkeleton,
  squaredError,
  statisticsOf,
} from "./testing/random-skeleton";

const SIZE = { parents: [-1, 0, 1, 1], frames: 40, vertices: 60, noise: 0 };

async function solved(skeleton: RandomSkeleton, pose: Float64Array, openings: Float64Array | null = null) {
  const { h, frames } = skeleton;
  const statisticsBytes = 8 * (16 * h * h + 12 * h * frames) + 64;
  const bytes = statisticsBytes + StrictRoom.bytes(h, frames, 1) + motionOnlyBytes(h, frames);
  const parallel = new Serial(new ExactArena(bytes));
  const room = new StrictRoom(parallel, h, frames);
  const state = { ...copyOf(skeleton.state), pose: pose.slice() };
  const squares = Float64Array.from(skeleton.targets, (frame) =>
    frame.flat().reduce((sum, y) => sum + y * y, 0),
  );
  const options = { openings, locked: null };
  const statistics = statisticsOf(parallel, skeleton);
  const errors = await solveMotion(room, state, statistics, squares, options, UNWATCHED);
  return { state, errors };
}

/** The pose with every bone at rest. */
function restPose({ h, frames }: RandomSkeleton): Float64Array {
  return Float64Array.from({ length: 12 * h * frames }, (_, at) => {
    const row = Math.floor(at / (4 * h)) % 3;
    return at % 4 === row ? 1 : 0;
  });
}

describe("solveMotion", () => {
  it("recovers a known motion from the rest pose", async () => {
    const skeleton = randomSkeleton(1, SIZE);
    const { state, errors } = await solved(skeleton, restPose(skeleton));
    expect(Math.max(...errors)).toBeLessThan(1e-8);
    const targets = skeleton.targets.flat(2);
    const away = positions(skeleton, state)
      .flat(2)
      .map((x, n) => Math.abs(x - targets[n]));
    expect(Math.max(...away)).toBeLessThan(1e-3);
  });

  it("returns the error of each frame, and no frame is worse than at its start", async () => {
    const skeleton = randomSkeleton(2, { ...SIZE, noise: 0.05 });
    const start = randomPose(createRandom(3), SIZE.parents, SIZE.frames);
    const { state, errors } = await solved(skeleton, start);
    expect(errors.reduce((a, b) => a + b, 0)).toBeCloseTo(squaredError(skeleton, state), 7);
    const truth = await solved(skeleton, skeleton.state.pose);
    errors.forEach((error, f) => {
      expect(error).toBeLessThan(1.01 * truth.errors[f] + 1e-9);
    });
  });

  it("lets bones translate where they may", async () => {
    const skeleton = randomSkeleton(4, { ...SIZE, noise: 0.05 });
    const closed = await solved(skeleton, skeleton.state.pose);
    const open = await solved(skeleton, skeleton.state.pose, Float64Array.of(0, Infinity, 0, Infinity));
    open.errors.forEach((error, f) => {
      expect(error).toBeLessThan(closed.errors[f]);
    });
    const shifts = (k: number) => open.state.pose.filter((_, at) => at % 16 === 4 * k + 3);
    expect(shifts(1).every((x) => x === 0)).toBe(true);
    expect(shifts(2).some((x) => x !== 0)).toBe(true);
  });
});
