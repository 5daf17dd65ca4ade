import type { Point, Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { jointOf, type SegmentEnd } from "../../../../../workers/model/skeleton/skeleton-joints";

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];

/** The ends that go with the head of a segment: all that meet there, and its own tail where nothing else does. */
function endsOf(skeleton: Skeleton, segment: number): SegmentEnd[] {
  const joint = jointOf(skeleton, { segment, end: "head" });
  const tail: SegmentEnd = { segment, end: "tail" };
  return jointOf(skeleton, tail).length === 1 ? [...joint, tail] : joint;
}

/**
 * A skeleton on the way to the same one with better joints.
 * @param taken by segment: whether its head goes; heads of one joint go together
 * @param share 0 is where the joints were, 1 where they are better
 */
export function blendedSkeleton(
  before: Skeleton,
  after: Skeleton,
  taken: readonly boolean[],
  share: number,
): Skeleton {
  const segments = before.segments.map((segment) => ({ ...segment }));
  before.segments.forEach((_, j) => {
    if (!taken[j]) return;
    for (const { segment, end } of endsOf(before, j)) {
      segments[segment][end] = between(before.segments[segment][end], after.segments[segment][end], share);
    }
  });
  return { ...before, segments };
}

/** How far the head of each segment goes. */
export const headMoves = (before: Skeleton, after: Skeleton): number[] =>
  before.segments.map(({ head }, j) => Math.hypot(...head.map((x, c) => after.segments[j].head[c] - x)));

/** The segment that speaks for each joint: the first whose head is there; itself where it is the first. */
export function jointOwners(skeleton: Skeleton): number[] {
  return skeleton.segments.map((_, segment) => {
    const heads = jointOf(skeleton, { segment, end: "head" }).filter(({ end }) => end === "head");
    return Math.min(segment, ...heads.map((each) => each.segment));
  });
}
