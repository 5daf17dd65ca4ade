import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import { isOutdated } from "../../../../document/binding/measured";
import { useBinding, useDocument } from "../../../../document/use-stores";

/** Figures of weights, and what is said of them. */
export interface ShownReport {
  report: WeightReport;
  /** `settling`: the weights are on their way, and are measured again; `changed`: something else changed them. */
  of: "these" | "settling" | "changed";
}

/** The figures of the weights; those of the weights before, labelled, while they settle; null where there are none. */
export function useWeightReport(): ShownReport | null {
  const own = useDocument((state) => state.weightReport);
  const outdated = useDocument(isOutdated);
  const isLive = useDocument((state) => state.liveRig !== null);
  const last = useBinding((state) => state.lastReport);
  const goesOn = useBinding(({ run }) => run !== null && run.state !== "ended");
  if (own) return { report: own, of: outdated ? (isLive && goesOn ? "settling" : "changed") : "these" };
  return goesOn && last ? { report: last, of: "settling" } : null;
}
