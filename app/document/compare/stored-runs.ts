import { type SolveReport, withoutVertexErrors } from "../../../workers/model/reports/solve-report";
import { METHODS } from "../../../workers/model/solve/methods";
import {
  isWanted,
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
} from "../../../workers/model/solve/solve-settings";
import type { CompareRun } from "./compare-state";

/** Runs of a comparison as they are kept beside a project: figures, no rigs. */
export type StoredRun = Pick<CompareRun, "settings" | "kind"> & {
  report: SolveReport;
  /** Whether something was wanted beyond the settings; what it was is the project's. */
  wished?: boolean;
};

/** What is kept of runs: those with a result, without the course of their solves. */
export function storedRuns(runs: readonly CompareRun[]): StoredRun[] {
  return runs.flatMap(({ settings, intent, kind, report }) =>
    report
      ? [
          {
            settings,
            kind,
            report: { ...withoutVertexErrors(report), history: [], errorPerIteration: [] },
            wished: isWanted(intent),
          },
        ]
      : [],
  );
}

/**
 * Runs that were kept; those of methods that are no longer known are left out.
 * @param intent what is wanted in the project.
 */
export function runsFrom(stored: readonly StoredRun[], intent: SolveIntent): CompareRun[] {
  return stored
    .filter(({ settings }) => Object.hasOwn(METHODS, settings.method))
    .map(({ settings, kind, report, wished }) => ({
      id: 0,
      settings: { ...SOLVE_DEFAULTS, ...settings },
      intent: wished ? intent : NO_INTENT,
      batch: 0,
      state: "done",
      report,
      kind,
      error: null,
      held: false,
    }));
}
