import { referenceRun, runOf } from "../../document/compare/compare-state";
import { BEFORE_FIT, errorsBefore } from "../../document/skeleton/before-fit";
import { shownReport } from "../../document/solve/shown-report";
import type { Stores } from "../../document/stores";

const isComparing = (stores: Stores) => stores.view.getState().workspace === "compare";

/**
 * The errors in the bars: of the running solve, of the rig before a fit, or of the report. In the Compare workspace
 * they belong to the result in view A, or to the selected result.
 */
export function barErrors(stores: Stores): ArrayLike<number> | null {
  if (isComparing(stores)) return referenceRun(stores.compare.getState())?.report?.errorPerFrame ?? null;
  return (
    stores.work.getState().solve?.errorPerFrame ??
    (stores.of(BEFORE_FIT).getState().shown ? errorsBefore(stores)?.perFrame : null) ??
    shownReport(stores.document.getState())?.errorPerFrame ??
    null
  );
}

/** The errors in the line over the bars: before a fit, or of the result in view B. */
export function lineErrors(stores: Stores): ArrayLike<number> | null {
  if (!isComparing(stores)) return errorsBefore(stores)?.perFrame ?? null;
  const { runs, sides } = stores.compare.getState();
  return runOf(runs, sides.b)?.report?.errorPerFrame ?? null;
}
