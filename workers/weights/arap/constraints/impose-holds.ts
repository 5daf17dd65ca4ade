import { NEXT_TO_NOTHING } from "../../kept/kept-rows";
import type { Held } from "./constraint-set";

/**
 * Puts held weights back to their values once negative ones were cut off: scaling a row to the sum 1 takes them along.
 * What is left of 1 goes to the other weights in their proportions, or evenly where they are 0. A row whose held weights
 * exceed 1, or leave something of 1 that no other weight can have, stays as it is.
 * @param weights not negative, those of vertex i from offsets[i] on.
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
  const rest = Math.abs(left) <= NEXT_TO_NOTHING ? 0 : left;
  const free = end - begin - fixed.size;
  if (rest < 0 || (free < 1 && rest > 0)) return;
  let sum = 0;
  for (let e = begin; e < end; e++) if (!fixed.has(e)) sum += weights[e];
  for (let e = begin; e < end; e++) {
    weights[e] = fixed.get(e) ?? (sum > 0 ? (weights[e] * rest) / sum : rest / free);
  }
}
