import type { Point, Skeleton } from "../../model/skeleton/skeleton";

/** Ends nearer than this, relative to the skeleton's extent, are one place. */
const SAME = 1e-6;

/** The movable points of a skeleton: one at every place that has heads. */
export interface JointGraph {
  /** The number of joints, n. */
  count: number;
  /** B: the joint at each segment's head. */
  head: Uint32Array;
  /**
   * B: the joint that each segment's tail moves with: the joint at its place, or the joint of its own head if there is
   * none.
   */
  tail: Uint32Array;
}

/** Heads at one place share a joint. A tail belongs to the joint at its place; a loose tail moves with its head. */
export function jointGraph({ segments }: Skeleton): JointGraph {
  const ends = segments.flatMap(({ head, tail }) => [head, tail]);
  const reach = SAME * extent(ends);
  const places: Point[] = [];
  const at = (p: Point) =>
    places.findIndex((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) <= reach);
  const head = Uint32Array.from(segments, (segment) => {
    const known = at(segment.head);
    return known >= 0 ? known : places.push(segment.head) - 1;
  });
  const tail = Uint32Array.from(segments, (segment, j) => {
    const known = at(segment.tail);
    return known >= 0 ? known : head[j];
  });
  return { count: places.length, head, tail };
}

function extent(points: Point[]): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const x = points.map((p) => p[c]);
    sum += (Math.max(...x) - Math.min(...x)) ** 2;
  }
  return Math.sqrt(sum);
}
