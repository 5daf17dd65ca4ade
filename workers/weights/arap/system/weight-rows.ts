/** Converts weights to and from the form of the optimisation, one number for each entry of the supports. */
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { ArapPlan } from "../arap-plan";

/** Reads weights with any supports: those outside the plan's supports are dropped, and rows are scaled to the sum 1. */
export function takeWeights(plan: ArapPlan, given: SparseWeights, weights: Float64Array): void {
  const { offsets, bones } = plan.input.heat;
  const row = new Float64Array(plan.bones);
  for (let i = 0; i + 1 < offsets.length; i++) {
    row.fill(0);
    for (let e = given.offsets[i]; e < given.offsets[i + 1]; e++) row[given.bones[e]] = given.values[e];
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += row[bones[e]];
    // A row without any weight left stays unchanged.
    if (!(sum > 0)) continue;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) weights[e] = row[bones[e]] / sum;
  }
}

/** The weights without zeros: none is below 0, and rows sum to 1. */
export function cleanWeights(plan: ArapPlan, weights: Float64Array): SparseWeights {
  const { offsets, bones } = plan.input.heat;
  const starts = new Uint32Array(offsets.length);
  const [of, values]: number[][] = [[], []];
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += Math.max(0, weights[e]);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(Math.fround(weights[e] / sum) > 0)) continue;
      of.push(bones[e]);
      values.push(weights[e] / sum);
    }
    starts[i + 1] = of.length;
  }
  return { version: 1, offsets: starts, bones: Uint16Array.from(of), values: Float32Array.from(values) };
}

/** Σ_i Λ_i w_ij of each bone. */
export function massOf({ input, ring, bones }: ArapPlan, weights: ArrayLike<number>): Float64Array {
  const { offsets, bones: of } = input.heat;
  const mass = new Float64Array(bones);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) mass[of[e]] += ring.masses[i] * weights[e];
  }
  return mass;
}

/** The number of weights below a limit. */
export const countBelow = (limit: number, weights: Float64Array): number =>
  weights.reduce((count, weight) => count + (weight < limit ? 1 : 0), 0);
