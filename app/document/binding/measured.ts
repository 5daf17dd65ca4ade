/** Tells whether the report's figures still match the weights on screen. */

import type { WeightReport } from "../../../workers/model/reports/weight-report";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import type { DocumentState } from "../document";
import { type Stores, storeKey } from "../stores";
import { isRenamed } from "./renaming";

/** For each report, the weights and the skeleton that were in the document when it arrived. */
const REPORTED = storeKey(
  () => new WeakMap<WeightReport, { weights: SparseWeights; skeleton: Skeleton | null }>(),
);

/**
 * Remembers the weights and the skeleton of every report that the document gets. @returns a function that stops this.
 */
export function followReports(stores: Stores): () => void {
  const reported = stores.of(REPORTED);
  const note = ({ weightReport, rig, skeleton }: DocumentState) => {
    if (!weightReport) return;
    if (rig && !reported.has(weightReport)) reported.set(weightReport, { weights: rig.weights, skeleton });
    if (stores.binding.getState().lastReport !== weightReport)
      stores.binding.setState({ lastReport: weightReport });
  };
  note(stores.document.getState());
  return stores.document.subscribe((state, before) => {
    if (state.weightReport !== before.weightReport) note(state);
  });
}

/**
 * Whether the weights on screen differ from those that the report measured: they are settling, they were painted, or
 * the rig or the skeleton was replaced. If an undo restores them, the report is valid again.
 */
export function isOutdated(
  stores: Stores,
  {
    weightReport,
    rig,
    liveRig,
    partial,
    skeleton,
  }: Pick<DocumentState, "weightReport" | "rig" | "liveRig" | "partial" | "skeleton">,
): boolean {
  if (!weightReport) return false;
  const of = stores.of(REPORTED).get(weightReport);
  if (!rig || liveRig || partial) return true;
  if (!of) return false;
  const sameSkeleton = of.skeleton === skeleton || (skeleton !== null && isRenamed(of.skeleton, skeleton));
  return !sameSkeleton || !areSame(of.weights, rig.weights);
}

/** Caches comparisons, because panels ask often. */
const compared = new WeakMap<SparseWeights, WeakMap<SparseWeights, boolean>>();

/** Compares two sets of rows number by number, because an undo makes equal rows in new arrays. */
function areSame(a: SparseWeights, b: SparseWeights): boolean {
  if (a === b) return true;
  const known = compared.get(a) ?? new WeakMap<SparseWeights, boolean>();
  compared.set(a, known);
  const before = known.get(b);
  if (before !== undefined) return before;
  const same = areEqual(a.offsets, b.offsets) && areEqual(a.bones, b.bones) && areEqual(a.values, b.values);
  known.set(b, same);
  return same;
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false;
  return true;
}
