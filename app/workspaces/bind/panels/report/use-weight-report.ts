import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import { isOutdated } from "../../../../document/binding/measured";
import { useBinding, useDocument, useStores } from "../../../../document/use-stores";

/** A report on weights, and how it relates to the weights on screen. */
export interface ShownReport {
  report: WeightReport;
  /**
   * `these`: the report matches the weights. `settling`: the weights still change, and are measured again at the end.
   * `changed`: something else changed them since.
   */
  of: "these" | "settling" | "changed";
}

/**
 * The report on the current weights. While a run changes them, the last report, marked as such. Null if there is none.
 */
export function useWeightReport(): ShownReport | null {
  const own = useDocument((state) => state.weightReport);
  const stores = useStores();
  const outdated = useDocument((state) => isOutdated(stores, state));
  const isLive = useDocument((state) => state.liveRig !== null);
  const last = useBinding((state) => state.lastReport);
  const goesOn = useBinding(({ run }) => run !== null && run.state !== "ended");
  if (own) return { report: own, of: outdated ? (isLive && goesOn ? "settling" : "changed") : "these" };
  return goesOn && last ? { report: last, of: "settling" } : null;
}
