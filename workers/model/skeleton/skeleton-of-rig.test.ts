import { describe, expect, it } from "vitest";
import type { Rig } from "../rig/rig";
import { skeletonOfRig } from "./skeleton-of-rig";

/** Vertices at 0 .. 9 along x, each with the bone whose span it is in. */
function rigAlong(bones: Rig["bones"], boneOf: (x: number) => number): Rig {
  const count = 10;
  return {
    version: 1,
    bones,
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i),
      bones: Uint16Array.from({ length: count }, (_, i) => boneOf(i)),
      values: new Float32Array(count).fill(1),
    },
    motion: new Float32Array(12 * bones.length),
    rest: Float32Array.from({ length: 3 * count }, (_, n) => (n % 3 === 0 ? n / 3 : 0)),
  };
}

describe("skeletonOfRig", () => {
  it("ends bones where their children start, and leaves where their vertices end", () => {
    const rig = rigAlong(
      [
        { name: "a", parent: -1, head: [0, 0, 0] },
        { name: "b", parent: 0, head: [3, 0, 0] },
        { name: "c", parent: 1, head: [6, 0, 0] },
      ],
      (x) => Math.floor(Math.min(x, 8) / 3),
    );
    const { segments } = skeletonOfRig(rig);
    expect(segments.map(({ tail }) => tail)).toEqual([
      [3, 0, 0],
      [6, 0, 0],
      [9, 0, 0],
    ]);
    expect(segments.map(({ parent, kind }) => [parent, kind])).toEqual([
      [-1, "rigid"],
      [0, "rigid"],
      [1, "rigid"],
    ]);
    segments[0].limits.twist[0] = 9;
    expect(segments[1].limits.twist[0]).not.toBe(9);
  });

  it("uses the mean of several children's heads, or the extent of the vertices if the mean is the bone's own head", () => {
    const bones: Rig["bones"] = [
      { name: "hips", parent: -1, head: [4, 0, 0] },
      { name: "left", parent: 0, head: [5, 1, 0] },
      { name: "right", parent: 0, head: [5, -1, 0] },
    ];
    expect(skeletonOfRig(rigAlong(bones, () => 0)).segments[0].tail).toEqual([5, 0, 0]);
    bones[1].head = [4, 1, 0];
    bones[2].head = [4, -1, 0];
    expect(skeletonOfRig(rigAlong(bones, () => 0)).segments[0].tail).toEqual([9, 0, 0]);
  });

  it("makes bones virtual if they move nothing and others do", () => {
    const bones: Rig["bones"] = [
      { name: "root", parent: -1, head: [0, 0, 0] },
      { name: "a", parent: 0, head: [0, 0, 0] },
      { name: "b", parent: 1, head: [5, 0, 0] },
      { name: "tip", parent: 2, head: [9, 0, 0] },
    ];
    const kinds = (rig: Rig) => skeletonOfRig(rig).segments.map(({ kind }) => kind);
    const rig = rigAlong(bones, (x) => (x < 5 ? 1 : 2));
    expect(kinds(rig)).toEqual(["virtual", "rigid", "rigid", "virtual"]);
    // Entries of weight 0 move nothing.
    const zeros = {
      ...rig,
      weights: { ...rig.weights, values: rig.weights.values.map((_, i) => (i < 5 ? 0 : 1)) },
    };
    expect(kinds(zeros)).toEqual(["virtual", "virtual", "rigid", "virtual"]);
    const none = { ...rig, weights: { ...rig.weights, values: new Float32Array(10) } };
    expect(kinds(none)).toEqual(["rigid", "rigid", "rigid", "rigid"]);
  });

  it("gives every bone a length, even one that moves nothing", () => {
    const bones: Rig["bones"] = [{ name: "alone", parent: -1, head: [20, 3, 0] }];
    const [{ head, tail }] = skeletonOfRig(rigAlong(bones, () => 0)).segments;
    expect(Math.hypot(...head.map((x, c) => x - tail[c]))).toBeGreaterThan(1);
    const none = skeletonOfRig({
      ...rigAlong([bones[0], { name: "other", parent: -1, head: [0, 0, 0] }], () => 0),
    });
    expect(Math.hypot(...none.segments[1].tail)).toBeCloseTo(0.45, 9);
  });
});
