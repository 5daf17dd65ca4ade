import type { SolveReport } from "../../../../workers/model/reports/solve-report";

/**
 * The report of a rig whose weights have changed since: marked as out of date, and without the figures of the
 * correction, because the correction is gone.
 */
export function measuredBefore(report: SolveReport | null): SolveReport | null {
  if (!report) return null;
  const { corrected: _, ...plain } = report;
  return { ...plain, weightsChanged: true };
}
