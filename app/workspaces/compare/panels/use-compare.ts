import { useMemo } from "react";
import { METHODS } from "../../../../workers/model/solve/methods";
import { queueLook, referenceRun } from "../../../document/compare/compare-state";
import { useCompare, useDocument } from "../../../document/use-stores";
import { plannedRuns } from "../runs/compare-plan";
import { tableRows } from "../runs/compare-table";
import { type PlanTime, planTime } from "../runs/plan-time";

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

/** How long these runs will take, from the results of the comparison and the rig that was solved; null if unknown. */
export function usePlanTime(): PlanTime | null {
  const planned = usePlanned();
  const runs = useCompare((compare) => compare.runs);
  const report = useDocument((state) => state.report);
  return useMemo(() => {
    const reports = [report, ...runs.map((run) => run.report)]
      .filter((each) => each !== null)
      // A rig that no method found was only measured. Its time says nothing about solves.
      .filter(({ method }) => Object.hasOwn(METHODS, method));
    return planned.ok && planned.runs.length > 0 ? planTime(planned.runs, reports) : null;
  }, [planned, runs, report]);
}

/** Whether the queue is active, and its progress. */
export function useQueue() {
  const runs = useCompare((compare) => compare.runs);
  return useMemo(() => queueLook(runs), [runs]);
}
