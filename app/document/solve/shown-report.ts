import { asDelivered, type SolveReport } from "../../../workers/model/reports/solve-report";
import type { DocumentState } from "../document";

const known = new WeakMap<SolveReport, SolveReport>();

/**
 * The report with the figures of the exported rig, which includes its correction. All panels show these. Returns the
 * same object while the report is the same.
 */
export function shownReport({ report }: Pick<DocumentState, "report">): SolveReport | null {
  if (!report) return null;
  const found = known.get(report);
  if (found) return found;
  const made = asDelivered(report);
  known.set(report, made);
  return made;
}
