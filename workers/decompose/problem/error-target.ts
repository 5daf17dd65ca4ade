/** E_RMS of an RMS distance as a fraction of the diagonal: E_RMS = 1000 · 2/√3 · fraction. */
export const eRmsOfShare = (fraction: number): number => (2000 / Math.sqrt(3)) * fraction;
