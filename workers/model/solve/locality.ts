import { significant } from "../reports/figures";

/** A cost up to this, in percent of the error, is reported as no cost. */
const UNNOTICED = 0.05;

/** How local the weights of a solve are. */
export interface Locality {
  /**
   * How far a bone reaches beyond its own part of the surface, 0 or more. The unit is the radius of a disc with the
   * area of that part.
   */
  reach: number;
  /**
   * The smallest patch that stays, as a share of the vertices of the bone's largest patch on the same shell, 0 to 1. At
   * 1, each bone keeps one patch on each shell.
   */
  leastPatch: number;
  /** The most that local weights may add to the error, as a fraction of it; null for no limit. */
  cost: number | null;
}

/** The cost and the gain of local weights. */
export interface LocalityReport extends Locality {
  /** E_RMS before and after, as the solver computes it. */
  eRmsBefore: number;
  eRmsAfter: number;
  /** By how many percent the error rose; below 0 if it fell. */
  costPercent: number;
  /** Share of all weights that lie out of reach or on patches that are too small, 0 to 1. */
  farBefore: number;
  farAfter: number;
  /** The mean number of patches of a bone on each shell that it moves. */
  patchesBefore: number;
  patchesAfter: number;
}

/** A sentence about the cost and the gain. */
export function localityWords({ costPercent, farBefore, farAfter }: LocalityReport): string {
  const share = (x: number) => `${significant(100 * x, 2)} %`;
  if (farBefore === 0) return "All weights were near their bones.";
  const cost = costPercent > UNNOTICED ? `cost ${significant(costPercent, 2)} % of error` : "cost no error";
  return `Local weights ${cost}: ${share(farBefore)} of the weights were far from their bones, now ${share(farAfter)}.`;
}

/** An estimate of the cost of local weights, before bones adapt to them. */
export interface LocalityEstimate {
  /** In percent of the error, 0 or more. */
  costPercent: number;
  /** Share of all weights that lie out of reach or on patches that are too small, 0 to 1. */
  far: number;
  /** Share of the vertices that have such weights, 0 to 1. */
  affected: number;
  /** The mean number of patches of a bone on each shell that it moves. */
  patches: number;
}
