/** The RMS distance in percent of the diagonal, from E_RMS. */
export const rmsPercent = (eRms: number): number => (eRms * Math.sqrt(3)) / 20;
