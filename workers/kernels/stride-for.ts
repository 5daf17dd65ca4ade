/** At least `n`, and 4 times an odd number. Rows at this distance do not compete for the same cache lines. */
export const strideFor = (n: number): number => 4 * (Math.ceil(n / 4) | 1);
