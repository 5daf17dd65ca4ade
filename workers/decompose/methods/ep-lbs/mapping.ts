/**
 * Free numbers in 0..1 that encode constrained ones (Hopkins 2017, sections 4.4 and 4.5): weights that are not
 * negative and sum to 1, and angles within a turn. The thesis does not give the order of bones in the mapping. Here it
 * is ascending except for `last`, whose weight is 1 minus the others. If `last` has the largest weight, no quotient is
 * near 0/0.
 */

/** Free values of the h weights from `at` on (equations 4.11 and 4.12). The value of `last` is 0. */
export function mapWeights(
  w: ArrayLike<number>,
  at: number,
  h: number,
  last: number,
  u: Float64Array,
  to: number,
): void {
  let left = 1;
  for (let j = 0; j < h; j++) {
    u[to + j] = j === last || left <= 0 ? 0 : Math.min(1, Math.max(0, w[at + j] / left));
    if (j !== last) left -= w[at + j];
  }
}

/** The h weights of free values (equations 4.7 to 4.10). */
export function unmapWeights(
  u: ArrayLike<number>,
  at: number,
  h: number,
  last: number,
  w: Float64Array,
  to: number,
): void {
  let left = 1;
  for (let j = 0; j < h; j++) {
    if (j === last) continue;
    w[to + j] = left * u[at + j];
    left -= w[to + j];
  }
  w[to + last] = left;
}

/** Equation 4.20 maps −π..π to 0..1. Equation 4.21 clamps to that. */
export const mapAngle = (angle: number): number =>
  Math.min(1, Math.max(0, (angle + Math.PI) / (2 * Math.PI)));

/** Equation 4.22. */
export const unmapAngle = (mapped: number): number => 2 * Math.PI * mapped - Math.PI;
