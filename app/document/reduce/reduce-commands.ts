import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { rowsOf } from "../../../workers/model/weights/layers/sparse-rows";
import type { Command } from "../history/history";
import { flattenedInto, patch } from "../patch";
import type { Stores } from "../stores";
import { measuredBefore } from "../weights/painting/outdated-report";
import { changeWeights } from "../weights/painting/weight-painting";

/**
 * Makes a reduced rig the document's. Drops its correction, which fits the old weights. The report stays, as out of
 * date: the timeline offers to measure again.
 * @param what names the reduction in the history
 */
export const putReduction = (stores: Stores, rig: Rig, what: string): Command =>
  patch(stores, what, "count", {
    ...flattenedInto(stores, rig),
    report: measuredBefore(stores.document.getState().report),
  });

/** Puts cleaned weights into the rig. @param changed the vertices that differ, ascending */
export const putCleaned = (
  stores: Stores,
  label: string,
  weights: SparseWeights,
  changed: Uint32Array,
): Command | string => changeWeights(stores, label, "prune", rowsOf(weights, changed));
