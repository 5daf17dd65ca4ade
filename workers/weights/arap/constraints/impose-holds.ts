import { SUM_TOLERANCE } from "../../kept/kept-rows";
import type { Held } from "./constraint-set";

/**
 * Restores held weights. They change when negative weights are cut off and the row is scaled to the sum 1. The other
 * weights share the rest of 1 in their proportions, or evenly if they are 0. A row stays unchanged if its held weights
 * exceed 1, or if no other weight can take the rest.
 * @param weights weights ≥ 0; vertex i begins at offsets[i].
 */
export function imposeHolds(
  weights: Float64Array,
  offsets: ArrayLike<number>,
  i: number,
  held: readonly Held[],
): void {
  const [begin, end] = [offsets[i], offsets[i + 1]];
  const fixed = new Map(held.map(({ entry, value }) => [entry, value]));
  const left = 1 - held.reduce((sum, { value }) => sum + value, 0);
  const rest = Math.abs(left) <= SUM_TOLERANCE ? 0 : left;
  const free = end - begin - fixed.size;
  if (rest < 0 || (free < 1 && rest > 0)) return;
  let sum = 0;
  for (let e = begin; e < end; e++) if (!fixed.has(e)) sum += weights[e];
  for (let e = begin; e < end; e++) {
    weights[e] = fixed.get(e) ?? (sum > 0 ? (weights[e] * rest) / sum : rest / free);
  }
}
