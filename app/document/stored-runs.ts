import { METHODS } from "../../workers/model/methods";
import type { SolveReport } from "../../workers/model/solve-report";
import { SOLVE_DEFAULTS } from "../../workers/model/solve-settings";
import type { CompareRun } from "./compare-state";

/** Runs of a comparison as they are kept beside a project: figures, no rigs. */
export type StoredRun = Pick<CompareRun, "settings" | "kind"> & { report: SolveReport };

/** A report without what it has for each vertex. */
export function withoutVertices({ errorPerVertex: _, ...report }: SolveReport): SolveReport {
  return report;
}

/** What is kept of runs: those with a result, without the course of their solves. */
export function storedRuns(runs: readonly CompareRun[]): StoredRun[] {
  return runs.flatMap(({ settings, kind, report }) =>
    report
      ? [{ settings, kind, report: { ...withoutVertices(report), history: [], errorPerIteration: [] } }]
      : [],
  );
}

/** Runs that were kept; those of methods that are no longer known are left out. */
export function runsFrom(stored: readonly StoredRun[]): CompareRun[] {
  return stored
    .filter(({ settings }) => Object.hasOwn(METHODS, settings.method))
    .map(({ settings, kind, report }) => ({
      id: 0,
      settings: { ...SOLVE_DEFAULTS, ...settings },
      batch: 0,
      state: "done",
      report,
      kind,
      error: null,
      held: false,
    }));
}
