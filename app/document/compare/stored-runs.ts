import { type SolveReport, withoutVertexErrors } from "../../../workers/model/reports/solve-report";
import { METHODS } from "../../../workers/model/solve/methods";
import {
  isWanted,
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
} from "../../../workers/model/solve/solve-settings";
import type { CompareRun } from "./compare-state";

/** A run of a comparison as projects store it: with figures, without its rig. */
export type StoredRun = Pick<CompareRun, "settings" | "kind"> & {
  report: SolveReport;
  /** Whether the run had an intent. The project has the intent itself. */
  wished?: boolean;
  /** The artist's note. */
  note?: string;
};

/** The runs to store: those with a result, without their iteration histories. */
export function storedRuns(runs: readonly CompareRun[]): StoredRun[] {
  return runs.flatMap(({ settings, intent, kind, report, note }) =>
    report
      ? [
          {
            settings,
            kind,
            report: { ...withoutVertexErrors(report), history: [], errorPerIteration: [] },
            wished: isWanted(intent),
            ...(note && { note }),
          },
        ]
      : [],
  );
}

/**
 * Restores stored runs. Skips those whose method no longer exists.
 * @param intent the intent of the project.
 */
export function runsFrom(stored: readonly StoredRun[], intent: SolveIntent): CompareRun[] {
  return stored
    .filter(({ settings }) => Object.hasOwn(METHODS, settings.method))
    .map(({ settings, kind, report, wished, note }) => ({
      id: 0,
      settings: { ...SOLVE_DEFAULTS, ...settings },
      intent: wished ? intent : NO_INTENT,
      batch: 0,
      state: "done",
      report,
      kind,
      error: null,
      held: false,
      ...(note && { note }),
    }));
}
