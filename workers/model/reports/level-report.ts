/** The error of one level of detail, on the sequence's own frames. */
export interface LevelReport {
  bones: number;
  eRms: number;
  /** RMS distance in percent of the diagonal. */
  rmsePercent: number;
  /** Largest distance of a vertex in percent of the diagonal. */
  maxErrorPercent: number;
  /**
   * The bones that are gone since the level before, in the order in which they went, and those that took their
   * vertices.
   */
  merged: { name: string; into: string }[];
}
