import type { SolveIntent, SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { type CompareRun, type CompareState, queueLook } from "../../../document/compare/compare-state";

/** A run that is waiting to be solved. */
export const waitingRun = (
  id: number,
  settings: SolveSettings,
  intent: SolveIntent,
  batch: number,
): CompareRun => ({
  id,
  settings,
  intent,
  batch,
  state: "waiting",
  report: null,
  kind: settings.boneKind,
  error: null,
  held: false,
});

/** The batch number for runs added now. Runs added while the queue is active belong to the same batch. */
export function batchOf(runs: readonly CompareRun[]): number {
  const last = runs.reduce((most, { batch }) => Math.max(most, batch), 0);
  return queueLook(runs).active ? last : last + 1;
}

/** Removes failed runs that are requested again. */
export function withoutFailed(runs: readonly CompareRun[], fresh: readonly CompareRun[]): CompareRun[] {
  const asked = new Set(fresh.map(({ settings }) => JSON.stringify(settings)));
  return runs.filter(({ state, settings }) => state !== "failed" || !asked.has(JSON.stringify(settings)));
}

/** Queues a run again, before the waiting runs. */
export function withRunNext(runs: readonly CompareRun[], run: CompareRun): CompareRun[] {
  const next: CompareRun = { ...run, state: "waiting", batch: batchOf(runs), error: null };
  const others = runs.filter(({ id }) => id !== run.id);
  const first = others.findIndex(({ state }) => state === "waiting");
  return first < 0 ? [...others, next] : others.toSpliced(first, 0, next);
}

/** Removes runs from a comparison, and from its views, its selection and its filter. */
export function withoutRuns(
  { runs, sides, selected, count }: CompareState,
  ids: readonly number[],
): Pick<CompareState, "runs" | "sides" | "selected" | "count"> {
  const left = runs.filter((run) => !ids.includes(run.id));
  const still = (id: number | null) => (id !== null && ids.includes(id) ? null : id);
  return {
    runs: left,
    sides: { a: still(sides.a), b: still(sides.b) },
    selected: still(selected),
    count: left.some(({ settings }) => settings.bones === count) ? count : null,
  };
}
