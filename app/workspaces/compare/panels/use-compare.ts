import { useMemo } from "react";
import { queueLook, referenceRun } from "../../../document/compare/compare-state";
import { useCompare, useDocument } from "../../../document/use-stores";
import { plannedRuns } from "../runs/compare-plan";
import { tableRows } from "../runs/compare-table";

/** The runs in the order of the table. */
export function useTableRows() {
  const runs = useCompare((compare) => compare.runs);
  const sort = useCompare((compare) => compare.sort);
  const count = useCompare((compare) => compare.count);
  const like = useCompare((compare) => compare.like);
  const reference = useCompare(referenceRun);
  return useMemo(
    () => tableRows(runs, sort, { count, like, reference }),
    [runs, sort, count, like, reference],
  );
}

/** The runs that "Add runs" would add now. */
export function usePlanned() {
  const plan = useCompare((compare) => compare.plan);
  const runs = useCompare((compare) => compare.runs);
  const settings = useDocument((state) => state.settings);
  const intent = useDocument((state) => state.intent);
  return useMemo(() => plannedRuns(plan, settings, intent, runs), [plan, settings, intent, runs]);
}

/** Whether the queue is active, and its progress. */
export function useQueue() {
  const runs = useCompare((compare) => compare.runs);
  return useMemo(() => queueLook(runs), [runs]);
}
