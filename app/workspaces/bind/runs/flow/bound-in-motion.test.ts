import { expect, test } from "vitest";
import { skeletonOfRig } from "../../../../../workers/model/skeleton/skeleton-of-rig";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { rigOfWeights } from "../../../../../workers/weights/rig-of-weights";
import { boundInMotion } from "./bound-in-motion";

const { sequence, rig } = bendingBar({ bones: 3, frames: 5 });
const skeleton = skeletonOfRig(rig);
const bind = (spine: boolean) => {
  const segments = skeleton.segments.map((each, j) =>
    spine && j === 1 ? { ...each, kind: "spine" as const } : each,
  );
  const options = { spineBones: 3, influences: 0 };
  return rigOfWeights({ ...skeleton, segments }, rig.weights, rig.rest, options).rig;
};

test("a rig that is bound to its own skeleton moves as before, in every frame", () => {
  const bound = boundInMotion(bind(false), sequence, rig);
  expect(bound.motion).toBe(rig.motion);
  expect(bound.boneKind).toBe(rig.boneKind);
});

test("pieces of a spine move like the bone that they divide, and the motion array is reused", () => {
  const bound = boundInMotion(bind(true), sequence, rig);
  expect(bound.bones).toHaveLength(5);
  expect(bound.motion).toHaveLength(5 * 5 * 12);
  const of = (motion: Float32Array, count: number, k: number, j: number) => [
    ...motion.subarray(12 * (k * count + j), 12 * (k * count + j + 1)),
  ];
  for (let k = 0; k < 5; k++) {
    for (const [piece, bone] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
    ]) {
      expect(of(bound.motion, 5, k, piece)).toEqual(of(rig.motion, 3, k, bone));
    }
  }
  expect(boundInMotion(bind(true), sequence, rig).motion).toBe(bound.motion);
  // The skeleton has bones again that do not bend.
  expect(boundInMotion(bind(false), sequence, bound).motion).toEqual(rig.motion);
});

test("a rig without previous motion stays as it was bound", () => {
  const still = bind(false);
  expect(boundInMotion(still, sequence, null)).toBe(still);
  expect(boundInMotion(still, { ...sequence, frameCount: 1 }, rig)).toBe(still);
});
