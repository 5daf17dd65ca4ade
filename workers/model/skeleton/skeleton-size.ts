import { distance } from "../../math/vectors";
import type { Point, Skeleton } from "./skeleton";

/** Ends nearer than this, relative to the skeleton's size, are one joint, because files round positions. */
const SAME = 1e-5;

/** Diagonal of the box around all ends; 0 without segments. */
export function skeletonSize({ segments }: Skeleton): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { head, tail } of segments) {
    for (const end of [head, tail]) {
      for (let c = 0; c < 3; c++) {
        low[c] = Math.min(low[c], end[c]);
        high[c] = Math.max(high[c], end[c]);
      }
    }
  }
  return segments.length === 0 ? 0 : Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** A test for whether two ends of a skeleton are at the same place. */
export function meeting(skeleton: Skeleton): (a: Point, b: Point) => boolean {
  const reach = SAME * skeletonSize(skeleton);
  return (a, b) => distance(a, b) <= reach;
}
