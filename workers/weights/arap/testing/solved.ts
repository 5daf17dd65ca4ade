/** Settings of exact solvers of as-rigid-as-possible weights, and their results, for tests. */
import type { ArapWeights } from "../arap-weights";

export const WHOLE = { clusters: 1e9 };
export const EXACT = { solver: "exact" as const };
/** Enough steps to converge. */
export const LONG = { steps: 2000, tolerance: 1e-14 };

/** Weights in f64, including negative ones. */
export function valuesOf(solver: ArapWeights): Float64Array {
  return (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();
}

export function rowsOf(solver: ArapWeights) {
  return { ...solver.plan.input.heat, values: valuesOf(solver) };
}

export const largest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);
