import { describe, expect, it } from "vitest";
import type { Point } from "../../../../workers/model/skeleton/skeleton";
import { rigOfWeights } from "../../../../workers/weights/rig-of-weights";
import { BACK_AND_LEG as skeleton } from "../../../../workers/weights/testing/bindables";
import { segmentParts } from "./bone-parts";

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
