import type { SparseWeights } from "../rig/sparse-weights";
import { WeightBuilder } from "../rig/weight-builder";

/**
 * Gives locked bones their old weights back, bit for bit, after influences were reduced. Locked bones count towards the
 * most influences of a vertex in `reduced`; the largest weights of other bones share the rest. A vertex with more
 * locked bones keeps them all.
 * @param before weights of the same bones before they were reduced.
 * @param locked B: 1 for locked bones.
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
    const old = entriesOf(before, i);
    const held = old.filter(([j, w]) => locked[j] && w > 0);
    const free = 1 - held.reduce((sum, [, w]) => sum + w, 0);
    const others = entriesOf(reduced, i).filter(([j]) => !locked[j]);
    const unlocked = others.length > 0 ? others : old.filter(([j]) => !locked[j]);
    const room = Math.max(1, most - held.length);
    const kept = largest(unlocked, free > ROUNDING ? room : 0);
    const sum = kept.reduce((all, [, w]) => all + w, 0);
    const scale = Math.abs(sum - free) <= ROUNDING ? 1 : free / sum;
    made.addRow([...held, ...kept.map(([j, w]) => [j, w * scale] as const)]);
  }
  return made.weights();
}

/** Weights whose sum is this close to the wanted sum are not scaled. */
const ROUNDING = 1e-6;

type Entry = readonly [bone: number, weight: number];

const entriesOf = ({ offsets, bones, values }: SparseWeights, i: number): Entry[] =>
  Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
    bones[offsets[i] + n],
    values[offsets[i] + n],
  ]);

const largest = (entries: readonly Entry[], count: number): Entry[] =>
  entries.toSorted(([a, v], [b, w]) => w - v || a - b).slice(0, count);
