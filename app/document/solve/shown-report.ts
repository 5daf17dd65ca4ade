import { asDelivered, type SolveReport } from "../../../workers/model/reports/solve-report";
import type { DocumentState } from "../document";

const known = new WeakMap<SolveReport, SolveReport>();

/**
 * The report with the figures of the rig as it is delivered, its correction included: what every panel shows. The same
 * object while the report is.
 */
export function shownReport({ report }: Pick<DocumentState, "report">): SolveReport | null {
  if (!report) return null;
  const found = known.get(report);
  if (found) return found;
  const made = asDelivered(report);
  known.set(report, made);
  return made;
}
