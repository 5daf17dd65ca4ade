import { distance } from "../../math/vectors";
import type { Point, Segment, Skeleton } from "./skeleton";
import { rootOfEach, type SkeletonEdit, sameOrder } from "./skeleton-order";
import { meeting } from "./skeleton-size";

/** One end of a segment. */
export interface SegmentEnd {
  segment: number;
  end: "head" | "tail";
}

const ENDS = ["head", "tail"] as const;

/** All ends in the same tree at the same place as one end: together they are a joint. */
export function jointOf(skeleton: Skeleton, at: SegmentEnd): SegmentEnd[] {
  const roots = rootOfEach(skeleton);
  const here = skeleton.segments[at.segment][at.end];
  const meets = meeting(skeleton);
  const ends: SegmentEnd[] = [];
  skeleton.segments.forEach((each, segment) => {
    if (roots[segment] !== roots[at.segment]) return;
    for (const end of ENDS) if (meets(each[end], here)) ends.push({ segment, end });
  });
  return ends;
}

/** Moves ends, each to its own point. */
export function withEnds(skeleton: Skeleton, moves: readonly { at: SegmentEnd; to: Point }[]): SkeletonEdit {
  const segments = skeleton.segments.slice();
  for (const { at, to } of moves)
    segments[at.segment] = { ...segments[at.segment], [at.end]: [...to] as Point };
  return sameOrder(segments);
}

/** Moves a joint with all ends that meet there. */
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
