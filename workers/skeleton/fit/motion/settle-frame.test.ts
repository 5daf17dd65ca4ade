import { describe, expect, it } from "vitest";
import { swingTwist } from "../../../geometry/posing/joint-limits";
import { angleOf } from "../../../geometry/posing/turns";
import { Serial } from "../../../kernels/parallel";
import { ExactArena } from "../../../kernels/testing/exact-arena";
import { createRandom } from "../../../math/random";
import type { JointLimits } from "../../../model/rig/rig";
import type { Point } from "../../../model/skeleton/skeleton";
import { UNWATCHED } from "../../../model/task";
import { StrictRoom } from "../../strict/strict-room";
import {
  type RandomSkeleton,
  randomPose,
  randomSkeleton,
  statisticsOf,
} from "../../strict/testing/random-skeleton";
import { errorOf, type FrameData, type FrameModel, frameSystem } from "./frame-model";
import { relative, turnInPose } from "./joint-axes";
import { clamp, settleFrame } from "./settle-frame";

const PARENTS = [-1, 0, 1, 1, 3];
const AXIS: Point = [0.6, 0, 0.8];

/** A skeleton, what may move, and its first frame. */
async function frameOf(seed: number, { noise = 0, limits }: { noise?: number; limits?: JointLimits } = {}) {
  const skeleton = randomSkeleton(seed, { parents: PARENTS, frames: 1, vertices: 60, noise });
  const h = PARENTS.length;
  const parallel = new Serial(new ExactArena(8 * (16 * h * h + 12 * h) + 64 + StrictRoom.bytes(h, 1, 1)));
  const room = new StrictRoom(parallel, h, 1);
  const { normal, cross, square } = statisticsOf(parallel, skeleton);
  room.load(skeleton.state);
  await room.changeBasis(normal, cross, UNWATCHED);
  const model: FrameModel = {
    h,
    parents: PARENTS,
    order: skeleton.state.tree.order,
    normal: room.normal.slice(),
    turns: new Uint8Array(h).fill(1),
    shifts: Uint8Array.from(PARENTS, (p) => (p < 0 ? 1 : 0)),
    scales: new Uint8Array(h),
    limits: PARENTS.map((p) => (p < 0 ? undefined : limits)),
    axes: PARENTS.map(() => AXIS),
  };
  const data: FrameData = { cross: room.cross.slice(), square };
  return { skeleton, model, data };
}

const startOf = (seed: number, open = 0) => randomPose(createRandom(seed), PARENTS, 1, open);
const truthOf = ({ state }: RandomSkeleton) => state.pose.slice();

describe("frameSystem", () => {
  it("has the gradient of the error for turns of joints, sizes and shifts", async () => {
    const { model, data } = await frameOf(1, { noise: 0.1 });
    model.shifts.fill(1);
    model.scales.fill(1);
    const pose = startOf(2, 0.2);
    const { right, scale, shift } = frameSystem(model, data, pose);
    const step = 1e-5;
    const slope = (kind: "turn" | "scale" | "shift", bone: number, c: number) => {
      const at = (size: number) => {
        const own: FrameModel = {
          ...model,
          turns: new Uint8Array(5),
          shifts: new Uint8Array(5),
          scales: new Uint8Array(5),
        };
        return errorOf(own, data, nudged(model, pose, kind, bone, c, size));
      };
      return -(at(step) - at(-step)) / (4 * step);
    };
    for (let k = 0; k < model.h; k++) {
      for (let c = 0; c < 3; c++) {
        expect(right[3 * k + c]).toBeCloseTo(slope("turn", k, c), 5);
        expect(right[shift[k] + c]).toBeCloseTo(slope("shift", k, c), 5);
      }
      expect(right[scale[k]]).toBeCloseTo(slope("scale", k, 0), 5);
    }
  });
});

/** A pose in which one unknown has changed a little, computed bone by bone. */
function nudged(
  { h, parents }: FrameModel,
  pose: Float64Array,
  kind: "turn" | "scale" | "shift",
  bone: number,
  c: number,
  size: number,
): Float64Array {
  const out = pose.slice();
  const at = (a: number, k: number, e: number) => 4 * (a * h + k) + e;
  const isBelow = (k: number): boolean => k === bone || (parents[k] >= 0 && isBelow(parents[k]));
  const [u, v] = [(c + 1) % 3, (c + 2) % 3];
  for (let k = 0; k < h; k++) {
    if (kind === "scale" && k === bone) {
      for (let a = 0; a < 3; a++) for (let e = 0; e < 3; e++) out[at(a, k, e)] *= Math.exp(size);
    }
    if (kind === "shift" && k === bone) out[at(c, k, 3)] += size;
    if (kind !== "turn" || !isBelow(k)) continue;
    for (let e = 0; e < (k === bone ? 3 : 4); e++) {
      const [x, y] = [pose[at(u, k, e)], pose[at(v, k, e)]];
      out[at(u, k, e)] = Math.cos(size) * x - Math.sin(size) * y;
      out[at(v, k, e)] = Math.sin(size) * x + Math.cos(size) * y;
    }
  }
  return out;
}

describe("settleFrame", () => {
  it("finds a known pose from near it", async () => {
    const { skeleton, model, data } = await frameOf(3);
    const pose = truthOf(skeleton);
    const moved = nudged(model, nudged(model, pose, "turn", 1, 0, 0.4), "turn", 3, 2, -0.5);
    expect(settleFrame(model, data, moved, 60)).toBeLessThan(1e-12 * data.square);
    moved.forEach((x, n) => {
      expect(x).toBeCloseTo(pose[n], 5);
    });
  });

  it("finds sizes and shifts if they are allowed", async () => {
    const { skeleton, model, data } = await frameOf(3, { noise: 0.05 });
    const strict = truthOf(skeleton);
    const open = strict.slice();
    const before = settleFrame(model, data, strict, 60);
    const shifted = settleFrame({ ...model, shifts: new Uint8Array(5).fill(1) }, data, open.slice(), 60);
    const scaled = settleFrame({ ...model, scales: new Uint8Array(5).fill(1) }, data, open, 60);
    expect(shifted).toBeLessThan(before);
    expect(scaled).toBeLessThan(before);
  });

  it("keeps joints fixed that may not turn relative to their parents", async () => {
    const { model, data } = await frameOf(4);
    model.turns[3] = 0;
    const pose = startOf(5);
    const was = relative(turnInPose(pose, 5, 1), turnInPose(pose, 5, 3));
    settleFrame(model, data, pose, 60);
    const is = relative(turnInPose(pose, 5, 1), turnInPose(pose, 5, 3));
    expect(Math.abs(is.reduce((sum, x, c) => sum + x * was[c], 0))).toBeCloseTo(1, 12);
  });

  it("keeps limits, and finds the best pose within them", async () => {
    const limits: JointLimits = { swing: 0.3, twist: [-0.1, 0.2] };
    const { model, data } = await frameOf(6, { limits });
    const pose = startOf(7);
    clamp(model, pose);
    const reached = settleFrame(model, data, pose, 200);
    const free = settleFrame({ ...model, limits: PARENTS.map(() => undefined) }, data, pose.slice(), 200);
    expect(free).toBeLessThan(reached);
    const states = [1, 2, 3, 4].map((k) =>
      swingTwist(relative(turnInPose(pose, 5, PARENTS[k]), turnInPose(pose, 5, k)), AXIS),
    );
    for (const { swing, twist } of states) {
      expect(angleOf(swing)).toBeLessThan(limits.swing + 1e-7);
      expect(twist).toBeGreaterThan(limits.twist[0] - 1e-7);
      expect(twist).toBeLessThan(limits.twist[1] + 1e-7);
    }
    // No small turn of a joint within the limits lowers the error.
    for (let k = 0; k < 5; k++) {
      for (let c = 0; c < 3; c++) {
        for (const size of [1e-3, -1e-3]) {
          const other = nudged(model, pose, "turn", k, c, size);
          clamp(model, other);
          expect(errorOf(model, data, other)).toBeGreaterThan(reached - 1e-7 * data.square);
        }
      }
    }
  });
});
