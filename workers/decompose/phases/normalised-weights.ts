import type { BlendState } from "./blend-state";

/**
 * Writes rows of h non-negative numbers, divided by their sums, into a state with h slots. Rows of zeros keep the old
 * weights.
 */
export function takeNormalised(
  state: Pick<BlendState, "ids" | "values">,
  weights: Float64Array,
  h: number,
): void {
  for (let at = 0; at < weights.length; at += h) {
    let sum = 0;
    for (let j = 0; j < h; j++) sum += weights[at + j];
    if (!(sum > 0)) continue;
    let slot = at;
    for (let j = 0; j < h; j++) {
      if (!(weights[at + j] > 0)) continue;
      state.ids[slot] = j;
      state.values[slot++] = weights[at + j] / sum;
    }
    state.ids.fill(-1, slot, at + h);
    state.values.fill(0, slot, at + h);
  }
}
