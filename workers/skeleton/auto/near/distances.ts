import { type BoneOverlaps, centreOf, touch } from "../../tree/bone-overlaps";

/** The farthest that joints may lie from where the weights of their bones meet: in the mean, and one alone. */
export const MOST_MEAN = 0.03;
export const MOST_ALONE = 0.1;

/** How far joints lie from where the weights of their two bones meet, as shares of the diagonal. */
export interface JointDistances {
  /** h: −1 for roots, and for joints whose bones share no surface. */
  each: Float64Array;
  mean: number;
  worst: number;
}

/**
 * @param joints 3h.
 * @param diagonal in the coordinates of the joints and the overlaps.
 */
export function distancesFrom(
  overlaps: BoneOverlaps,
  parents: ArrayLike<number>,
  joints: ArrayLike<number>,
  diagonal: number,
): JointDistances {
  const each = Float64Array.from(parents, (parent, k) => {
    if (parent < 0 || !touch(overlaps, k, parent)) return -1;
    return Math.hypot(...centreOf(overlaps, k, parent).map((x, c) => joints[3 * k + c] - x)) / diagonal;
  });
  const known = each.filter((d) => d >= 0);
  return {
    each,
    mean: known.reduce((sum, d) => sum + d, 0) / Math.max(1, known.length),
    worst: known.reduce((most, d) => Math.max(most, d), 0),
  };
}

/** Whether joints lie near where weights meet: within this share of the distances that they may have. */
export const areNear = ({ mean, worst }: JointDistances, share = 1): boolean =>
  mean <= share * MOST_MEAN && worst <= share * MOST_ALONE;
