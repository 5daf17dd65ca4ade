import { describe, expect, it } from "vitest";
import {
  DEFAULT_LIMITS,
  type Point,
  type Segment,
  type Skeleton,
} from "../../../../../workers/model/skeleton/skeleton";
import { blendedSkeleton, headMoves, jointOwners } from "./joint-proposal";

const segment = (name: string, parent: number, head: Point, tail: Point): Segment => ({
  name,
  parent,
  kind: "rigid",
  head,
  tail,
  limits: { ...DEFAULT_LIMITS },
});
/** A trunk that forks into two arms, which begin where it ends. */
const before: Skeleton = {
  version: 1,
  segments: [
    segment("trunk", -1, [0, 0, 0], [0, 1, 0]),
    segment("left", 0, [0, 1, 0], [-1, 2, 0]),
    segment("right", 0, [0, 1, 0], [1, 2, 0]),
  ],
};
const moved = (y: number): Skeleton => ({
  ...before,
  segments: [
    segment("trunk", -1, [0, 0.1, 0], [0, y, 0]),
    segment("left", 0, [0, y, 0], [-1, 2, 0.2]),
    segment("right", 0, [0, y, 0], [1, 2, 0.2]),
  ],
});

describe("a proposal for joints", () => {
  it("finds the heads that share a joint, and how far they move", () => {
    expect(jointOwners(before)).toEqual([0, 1, 1]);
    expect(headMoves(before, moved(1.4)).map((x) => Number(x.toFixed(6)))).toEqual([0.1, 0.4, 0.4]);
  });

  it("moves all ends of a joint part of the way, and leaves the others", () => {
    const half = blendedSkeleton(before, moved(1.4), [false, true, true], 0.5);
    expect(half.segments.map(({ head, tail }) => [head[1], tail[1]])).toEqual([
      [0, 1.2],
      [1.2, 2],
      [1.2, 2],
    ]);
    // The tip of an arm moves with its head; the tip of the trunk is the joint itself.
    expect(half.segments[1].tail[2]).toBeCloseTo(0.1);
    expect(blendedSkeleton(before, moved(1.4), [true, true, true], 1)).toEqual(moved(1.4));
    expect(blendedSkeleton(before, moved(1.4), [false, false, false], 1)).toEqual(before);
    expect(before.segments[0].tail).toEqual([0, 1, 0]);
  });
});
