import type { Budget, BudgetKind, ReduceRun, RowFigures } from "../../../document/reduce/reduce-state";

/** A finished run with its figures. */
export type DoneRun = ReduceRun & { report: NonNullable<ReduceRun["report"]> };

export const isDone = (run: ReduceRun): run is DoneRun => run.state === "done" && run.report !== null;

/** The figure of a result that a budget limits. */
export const spent = ({ bytes, influences, meanInfluences, eRms }: RowFigures, kind: BudgetKind): number =>
  ({ influences, bytes, blends: meanInfluences, error: eRms })[kind];

/**
 * The better of two results within a budget: the one with less error, or with fewer bytes if the budget limits the
 * error.
 */
function better(a: DoneRun, b: DoneRun, kind: BudgetKind): DoneRun {
  const price = ({ report }: DoneRun) => (kind === "error" ? report.bytes : report.eRms);
  return price(b) < price(a) ? b : a;
}

/** The best result of each method within a budget, the best first. */
export function bestWithin(runs: readonly ReduceRun[], budget: Budget): DoneRun[] {
  const best = new Map<string, DoneRun>();
  for (const run of runs.filter(isDone)) {
    if (spent(run.report, budget.kind) > budget.amount) continue;
    const known = best.get(run.method);
    best.set(run.method, known ? better(known, run, budget.kind) : run);
  }
  return [...best.values()].sort((a, b) => (better(a, b, budget.kind) === b ? 1 : -1));
}

/** The smallest amount that any result needs; null without results. */
export function leastSpent(runs: readonly ReduceRun[], kind: BudgetKind): number | null {
  const all = runs.filter(isDone).map(({ report }) => spent(report, kind));
  return all.length > 0 ? Math.min(...all) : null;
}

/** The Pareto front of error and bytes, by ascending bytes. */
export function paretoFront(runs: readonly ReduceRun[]): DoneRun[] {
  const sorted = runs
    .filter(isDone)
    .sort((a, b) => a.report.bytes - b.report.bytes || a.report.eRms - b.report.eRms);
  const front: DoneRun[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const run of sorted) {
    if (run.report.eRms >= least) continue;
    least = run.report.eRms;
    front.push(run);
  }
  return front;
}
