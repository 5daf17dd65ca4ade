import { lerp } from "../../../../../workers/math/vectors";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { jointOf, type SegmentEnd } from "../../../../../workers/model/skeleton/skeleton-joints";

/**
 * The ends that move with the head of a segment: all ends at its joint, and its own tail if no other segment is there.
 */
function endsOf(skeleton: Skeleton, segment: number): SegmentEnd[] {
  const joint = jointOf(skeleton, { segment, end: "head" });
  const tail: SegmentEnd = { segment, end: "tail" };
  return jointOf(skeleton, tail).length === 1 ? [...joint, tail] : joint;
}

/**
 * Interpolates between a skeleton and the same skeleton with better joints.
 * @param taken by segment: whether its head moves; heads of one joint move together
 * @param share 0 gives the old positions, 1 the better ones
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
      segments[segment][end] = lerp(before.segments[segment][end], after.segments[segment][end], share);
    }
  });
  return { ...before, segments };
}

/** How far the head of each segment moves. */
export const headMoves = (before: Skeleton, after: Skeleton): number[] =>
  before.segments.map(({ head }, j) => Math.hypot(...head.map((x, c) => after.segments[j].head[c] - x)));

/** For each segment, the segment that owns the joint at its head: the first one with its head there. */
export function jointOwners(skeleton: Skeleton): number[] {
  return skeleton.segments.map((_, segment) => {
    const heads = jointOf(skeleton, { segment, end: "head" }).filter(({ end }) => end === "head");
    return Math.min(segment, ...heads.map((each) => each.segment));
  });
}
