import type { SolveReport } from "../../../../workers/model/reports/solve-report";

/** Marks a report as measured before weights changed. Removes the figures of the correction, which is gone too. */
export function measuredBefore(report: SolveReport | null): SolveReport | null {
  if (!report) return null;
  const { corrected: _, ...plain } = report;
  return { ...plain, weightsChanged: true };
}
