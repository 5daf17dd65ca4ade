import type { SparseWeights } from "../rig/sparse-weights";
import { WeightBuilder } from "../rig/weight-builder";

/**
 * Weights with fewer influences, in which locked bones have their old weights to the last bit. They count towards the
 * most influences of the given weights; the largest of the others share what is left of the sum. A vertex with more
 * locked bones than that keeps them all.
 * @param locked B: 1 for locked bones, which are the same in both weights.
 */
export function keepLocked(
  reduced: SparseWeights,
  before: SparseWeights,
  locked: ArrayLike<number>,
): SparseWeights {
  const made = new WeightBuilder();
  const count = reduced.offsets.length - 1;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, reduced.offsets[i + 1] - reduced.offsets[i]);
  for (let i = 0; i < count; i++) {
    const held = entriesOf(before, i).filter(([j, w]) => locked[j] && w > 0);
    const free = 1 - held.reduce((sum, [, w]) => sum + w, 0);
    const others = entriesOf(reduced, i).filter(([j]) => !locked[j]);
    const old = entriesOf(before, i).filter(([j]) => !locked[j]);
    const room = Math.max(1, most - held.length);
    const kept = largest(others.length > 0 ? others : old, free > ROUNDING ? room : 0);
    const sum = kept.reduce((all, [, w]) => all + w, 0);
    const scale = Math.abs(sum - free) <= ROUNDING ? 1 : free / sum;
    made.addRow([...held, ...kept.map(([j, w]) => [j, w * scale] as const)]);
  }
  return made.weights();
}

/** Weights this close to their sum are not scaled. */
const ROUNDING = 1e-6;

type Entry = readonly [bone: number, weight: number];

const entriesOf = ({ offsets, bones, values }: SparseWeights, i: number): Entry[] =>
  Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
    bones[offsets[i] + n],
    values[offsets[i] + n],
  ]);

const largest = (entries: readonly Entry[], count: number): Entry[] =>
  entries.toSorted(([a, v], [b, w]) => w - v || a - b).slice(0, count);
