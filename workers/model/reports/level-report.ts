/** The error of one level of detail, on the sequence's own frames. */
export interface LevelReport {
  bones: number;
  eRms: number;
  /** RMS distance in percent of the diagonal. */
  rmsePercent: number;
  /** Largest distance of a vertex in percent of the diagonal. */
  maxErrorPercent: number;
  /**
   * The bones that the level before still had, in the order of merging, and the bones that took over their vertices.
   */
  merged: { name: string; into: string }[];
}
