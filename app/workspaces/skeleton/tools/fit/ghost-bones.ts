import { placed } from "../../../../../workers/geometry/placing";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { FitSkeleton } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment, Placement } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";

/** A bone of a skeleton that is not applied yet, in the sequence's coordinates. */
export interface GhostBone {
  name: string;
  head: Point;
  tail: Point;
}

/** A point transformed by the row-major 3x4 that begins at `at`. */
const posed = (m: ArrayLike<number>, at: number, p: Point): Point =>
  [0, 4, 8].map(
    (row) => m[at + row] * p[0] + m[at + row + 1] * p[1] + m[at + row + 2] * p[2] + m[at + row + 3],
  ) as Point;

/**
 * The bones that have a length, placed by an alignment, in a frame of the clip, or in the bind pose without a clip.
 * @param dragged the change of the alignment by a drag.
 */
export function ghostBones(
  { skeleton: { segments } }: SkeletonSource,
  { alignment, skeleton }: { alignment: FitAlignment; skeleton: FitSkeleton },
  frame: number,
  dragged: Placement | null = null,
): GhostBone[] {
  const { motion } = skeleton;
  const size = 12 * segments.length;
  const last = motion ? motion.length / size - 1 : 0;
  const start = size * Math.min(frame, last);
  return segments.flatMap(({ name, kind, head, tail }, j) => {
    if (kind === "virtual") return [];
    const at = (p: Point) => {
      const there = placed(alignment, p);
      const now = motion ? posed(motion, start + 12 * j, there) : there;
      return dragged ? placed(dragged, now) : now;
    };
    return { name, head: at(head), tail: at(tail) };
  });
}
