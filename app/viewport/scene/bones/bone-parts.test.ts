import { describe, expect, it } from "vitest";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Point } from "../../../../workers/model/skeleton/skeleton";
import { rigOfWeights } from "../../../../workers/weights/rig-of-weights";
import { BACK_AND_LEG as skeleton } from "../../../../workers/weights/testing/bindables";
import { guessedParts, segmentParts } from "./bone-parts";

const weights = {
  version: 1 as const,
  offsets: Uint32Array.of(0, 1, 2),
  bones: Uint16Array.of(0, 2),
  values: Float32Array.of(1, 1),
};
const { rig } = rigOfWeights(skeleton, weights, Float32Array.of(1, 0, 0, 0, -2, 0), {
  spineBones: 4,
  influences: 0,
});

describe("parts of bones that were bound to a skeleton", () => {
  it("are its segments; a spine has equal parts, and virtual segments have none", () => {
    const parts = segmentParts(rig, skeleton, 5)!;
    expect(parts.map(({ bone, head, tail }) => [bone, head.toArray(), tail.toArray()])).toEqual([
      [0, [0, 0, 0], [1, 0, 0]],
      [1, [1, 0, 0], [2, 0, 0]],
      [2, [2, 0, 0], [3, 0, 0]],
      [3, [3, 0, 0], [4, 0, 0]],
      [4, [0, -1, 0], [0, -3, 0]],
    ]);
  });

  it("are null for a skeleton with other joints or names", () => {
    const [back, hip, leg] = skeleton.segments;
    const moved = { ...skeleton, segments: [back, hip, { ...leg, head: [0, -1.1, 0] as Point }] };
    expect(segmentParts(rig, moved, 5)).toBe(null);
    const renamed = { ...skeleton, segments: [back, hip, { ...leg, name: "arm" }] };
    expect(segmentParts(rig, renamed, 5)).toBe(null);
  });
});

describe("parts of bones that are guessed", () => {
  /** A bone from the origin to x = 1, and one after it that moves vertices at these x. */
  const rigWith = (...at: number[]): Rig => ({
    version: 1,
    bones: [
      { name: "a", parent: -1, head: [0, 0, 0] },
      { name: "b", parent: 0, head: [1, 0, 0] },
    ],
    boneKind: "rigid",
    rest: Float32Array.from(at.flatMap((x) => [x, 0, 0])),
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: at.length + 1 }, (_, i) => i),
      bones: new Uint16Array(at.length).fill(1),
      values: new Float32Array(at.length).fill(1),
    },
    motion: new Float32Array(24),
  });
  const endOf = (rig: Rig) =>
    guessedParts(rig, 10)
      .find(({ bone }) => bone === 1)!
      .tail.toArray();

  it("end a little before the far end of the region that they move", () => {
    const [x, y, z] = endOf(rigWith(1, 2, 3, 4, 5));
    expect([x, y, z]).toEqual([1 + 1.8 * 2, 0, 0]);
  });

  it("are short if the region lies apart from the joint, or in two places around a gap", () => {
    expect(endOf(rigWith(5.9, 6, 6.1))[0]).toBeCloseTo(1.6, 6);
    expect(endOf(rigWith(1, 1.1, 6.9, 7))[0]).toBeCloseTo(1.6, 6);
  });

  it("do not follow small weights that are all over the body", () => {
    const near = rigWith(...[1, 1.5, 2, 2.5, 3], ...Array.from({ length: 40 }, (_, i) => -8 + i / 20));
    near.weights.values.fill(0.03, 5);
    expect(endOf(near)[0]).toBeGreaterThan(2);
    expect(endOf(near)[0]).toBeLessThan(3.2);
  });

  it("reach to a near region of any size", () => {
    expect(endOf(rigWith(1.9, 2, 2.1))[0]).toBeCloseTo(1 + 1.8, 6);
  });
});
