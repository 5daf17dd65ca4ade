import type { Point, Segment, Skeleton } from "./skeleton";
import { rootsOf, type SkeletonEdit, sameOrder } from "./skeleton-order";

/** One end of a segment. */
export interface SegmentEnd {
  segment: number;
  end: "head" | "tail";
}

/** Ends nearer than this, over the skeleton's size, are one joint: files round what was one point. */
const SAME = 1e-5;
const ENDS = ["head", "tail"] as const;

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Diagonal of the box around all ends; 0 of nothing. */
export function skeletonSize({ segments }: Skeleton): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const segment of segments) {
    for (const end of ENDS) {
      for (let c = 0; c < 3; c++) {
        low[c] = Math.min(low[c], segment[end][c]);
        high[c] = Math.max(high[c], segment[end][c]);
      }
    }
  }
  return segments.length === 0 ? 0 : Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** All ends that lie where one end does, in the same component: the joint that they make. */
export function jointOf(skeleton: Skeleton, at: SegmentEnd): SegmentEnd[] {
  const roots = rootsOf(skeleton);
  const here = skeleton.segments[at.segment][at.end];
  const reach = SAME * skeletonSize(skeleton);
  const ends: SegmentEnd[] = [];
  skeleton.segments.forEach((each, segment) => {
    if (roots[segment] !== roots[at.segment]) return;
    for (const end of ENDS) if (distance(each[end], here) <= reach) ends.push({ segment, end });
  });
  return ends;
}

/** Puts ends elsewhere, each at a point of its own. */
export function withEnds(skeleton: Skeleton, moves: readonly { at: SegmentEnd; to: Point }[]): SkeletonEdit {
  const segments = skeleton.segments.slice();
  for (const { at, to } of moves)
    segments[at.segment] = { ...segments[at.segment], [at.end]: [...to] as Point };
  return sameOrder(segments);
}

/** Moves a joint: all ends that meet there go along. */
export const moveJoint = (skeleton: Skeleton, at: SegmentEnd, to: Point): SkeletonEdit =>
  withEnds(
    skeleton,
    jointOf(skeleton, at).map((end) => ({ at: end, to })),
  );

/** Moves a segment with the joints at its ends. */
export function moveSegment(skeleton: Skeleton, segment: number, by: Point): SkeletonEdit {
  const moved = (p: Point): Point => [p[0] + by[0], p[1] + by[1], p[2] + by[2]];
  return withEnds(
    skeleton,
    ENDS.flatMap((end) => {
      const to = moved(skeleton.segments[segment][end]);
      return jointOf(skeleton, { segment, end }).map((at) => ({ at, to }));
    }),
  );
}

export const lengthOf = ({ head, tail }: Segment): number => distance(head, tail);
