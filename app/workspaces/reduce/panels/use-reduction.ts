import { useMemo } from "react";
import {
  isReductionStale,
  REDUCTION,
  type ReduceRun,
  type ReduceState,
  reduceRunOf,
} from "../../../document/reduce/reduce-state";
import { useDocument, useStore } from "../../../document/use-stores";
import { bestWithin, type DoneRun } from "../runs/budget";

export const useReduction = <Selected>(select: (state: ReduceState) => Selected): Selected =>
  useStore(REDUCTION, select);

/** The best result of each method within the budget, the best first. */
export function useBest(): DoneRun[] {
  const runs = useReduction((state) => state.runs);
  const budget = useReduction((state) => state.budget);
  return useMemo(() => bestWithin(runs, budget), [runs, budget]);
}

/** The result in view B. */
export const useShownRun = (): ReduceRun | null => useReduction((state) => reduceRunOf(state, state.sides.b));

/** The progress of the runs. */
export function useReduceQueue(): { active: boolean; done: number; total: number } {
  const runs = useReduction((state) => state.runs);
  const done = runs.filter(({ state }) => state === "done" || state === "failed").length;
  return { active: done < runs.length, done, total: runs.length };
}

/** Whether the results belong to another rig than the document's. */
export function useStale(): boolean {
  const state = useReduction((all) => all);
  const rig = useDocument((document) => document.rig);
  return isReductionStale(state, rig);
}
