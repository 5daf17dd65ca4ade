import { describe, expect, it } from "vitest";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import type { Segment } from "../../../model/skeleton/skeleton";
import { compose, turnAbout } from "../../../testing/rigs";
import { clipPose } from "./clip-motion";

const HEADS = [
  [0, 1, 0],
  [0, 3, 1],
  [1, 5, 1],
];
const AXES = [
  [0, 0, 1],
  [1, 0, 0],
  [0.6, 0.8, 0],
];

/** A chain whose joints turn evenly with time, and whose root also moves along a line. */
const poseAt = (time: number): Float32Array => {
  const world: number[][] = [];
  HEADS.forEach((head, j) => {
    const own = turnAbout(AXES[j], 0.4 * (j + 1) * time, head, j === 0 ? [time, 0, 2 * time] : [0, 0, 0]);
    world.push(j === 0 ? own : compose(world[j - 1], own));
  });
  return Float32Array.from(world.flat());
};

const posesAt = (times: readonly number[]) => Float32Array.from(times.flatMap((t) => [...poseAt(t)]));

function sourceOf(times: readonly number[], keys?: readonly number[]): SkeletonSource {
  const segments = HEADS.map((head, j) => ({ name: `${j}`, parent: j - 1, head }) as unknown as Segment);
  return {
    name: "chain",
    file: "chain.glb",
    format: "glTF",
    skeleton: { segments } as SkeletonSource["skeleton"],
    upAxis: "y",
    metresPerUnit: 1,
    clips: [
      {
        name: "walk",
        fps: 1,
        frameCount: times.length,
        motions: posesAt(times),
        ...(keys && { keys: { times: Float64Array.from(keys), motions: posesAt(keys) } }),
      },
    ],
    notes: [],
  };
}

const largestDifference = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

describe("clipPose", () => {
  it.each([0, 0.3, 1.5, 2.999, 3])("turns each joint evenly relative to its parent, at %s", (time) => {
    const found = clipPose(sourceOf([0, 1, 2, 3]), 0, time);
    expect(largestDifference(found, poseAt(time))).toBeLessThan(1e-5);
  });

  it("holds the ends", () => {
    const source = sourceOf([0, 1]);
    expect(clipPose(source, 0, -1)).toEqual(poseAt(0));
    expect(clipPose(source, 0, 7)).toEqual(poseAt(1));
  });

  it("goes from key to key if frames miss some keys", () => {
    const wrong = sourceOf([0, 1, 2, 3], [0, 0.25, 1.9, 2.6]);
    wrong.clips[0].keys!.motions.set(poseAt(5), 3 * 12);
    const found = clipPose(wrong, 0, 0.25);
    expect(largestDifference(found, poseAt(5))).toBeLessThan(1e-6);
    expect(largestDifference(clipPose(wrong, 0, 2.2), poseAt(2.2))).toBeLessThan(1e-5);
  });
});
