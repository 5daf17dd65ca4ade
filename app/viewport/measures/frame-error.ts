import { eRmsOfDistance } from "../../document/measure";

/**
 * E_RMS of one frame: positions against the source's, 3V each, relative to the rest pose's diagonal.
 * docs/reference/metrics.md has the formula.
 */
export function frameError(
  positions: ArrayLike<number>,
  source: ArrayLike<number>,
  diagonal: number,
): number {
  let sum = 0;
  for (let c = 0; c < positions.length; c++) sum += (positions[c] - source[c]) ** 2;
  return eRmsOfDistance(Math.sqrt((3 * sum) / positions.length), diagonal);
}
