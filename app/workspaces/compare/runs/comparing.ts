import type { SolveResult, SolverClient } from "../../../../workers/client";
import { withoutVertexErrors } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../actions/service";
import {
  type CompareRun,
  type CompareSide,
  type CompareState,
  MOST_NOTE,
  NOTHING_COMPARED,
  referenceRun,
  runOf,
} from "../../../document/compare/compare-state";
import type { History } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";
import { openResult } from "../../../document/solve/open-result";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { runTitle } from "./compare-table";
import { RigCache } from "./rig-cache";
import { withoutRuns } from "./run-list";
import { changeRun, createRunQueue } from "./run-queue";
import { createSideViews } from "./side-views";

/** Memory limit for rigs, in bytes. Rigs beyond it are solved again on request. */
export const SHELF_BYTES = 512e6;

/** Solves one sequence with many settings, one after the other, beside the artist's own work. */
export interface Comparing {
  /** Adds solves at the end of the queue. */
  add(settings: readonly SolveSettings[]): void;
  togglePause(): void;
  /** Removes a run from the queue, even the running one. Its earlier result stays. */
  cancel(id: number): void;
  cancelAll(): void;
  /** Removes a run from the comparison. */
  remove(id: number): void;
  removeAll(): void;
  /** Shows a run on one side, or nothing if null. If its rig was released, it is solved again. */
  show(side: CompareSide, id: number | null): void;
  /**
   * Makes a run's rig the document's, as an undo step, then calls `then`. If the rig was released, it is solved again
   * first. Refused while the artist solves, because that solve would continue with the run's settings and replace the
   * rig.
   */
  open(id: number, then?: () => void): void;
  /** Sets the artist's note on a run. */
  note(id: number, text: string): void;
  /** Restores the runs that were saved with the project, without their rigs. */
  restore(runs: readonly CompareRun[]): void;
}

export const COMPARING = serviceKey<Comparing>("comparing");

/** The part of a comparison that belongs to one rest pose and its frames. */
type Kept = Pick<CompareState, "runs" | "sides" | "selected" | "count">;

export function createComparing(stores: Stores, client: SolverClient, history: History): Comparing {
  const shelf = new RigCache(SHELF_BYTES);
  /** Comparisons by rest pose, for sequences that an undo may bring back. */
  const kept = new WeakMap<Float32Array, Kept>();
  /** The run that made a rig. */
  const origins = new WeakMap<Rig, number>();
  /** Callbacks for when a run has its rig again. */
  const awaited = new Map<number, () => void>();
  const queue = createRunQueue(stores, client, {
    finished,
    dropped: (id) => forget([id]),
    gaveUp: (id) => awaited.delete(id),
  });
  const views = createSideViews(stores, shelf, queue.again);

  const state = () => stores.compare.getState();

  function finished(id: number, result: SolveResult): void {
    put(id, result);
    const { sides } = state();
    if (sides.a === id || sides.b === id) views.look();
    else if (sides.a === null) views.show("a", id);
    else if (sides.b === null) views.show("b", id);
    const then = awaited.get(id);
    awaited.delete(id);
    then?.();
  }

  function put(id: number, result: SolveResult): void {
    const { rig, report } = result;
    origins.set(rig, id);
    const { sides } = state();
    const gone = shelf.put(id, result, (run) => run === sides.a || run === sides.b);
    for (const other of gone) changeRun(stores, other, { held: false });
    const kind = rig.boneKind;
    changeRun(stores, id, { state: "done", report: withoutVertexErrors(report), kind, held: true });
  }

  function forget(ids: readonly number[]): void {
    for (const id of ids) {
      shelf.drop(id);
      awaited.delete(id);
    }
    stores.compare.setState((before) => withoutRuns(before, ids));
    views.look();
  }

  function remove(id: number): void {
    queue.cancel(id);
    forget([id]);
  }

  function removeAll(): void {
    queue.cancelAll();
    forget(state().runs.map(({ id }) => id));
  }

  function note(id: number, text: string): void {
    const kept = text.trim().slice(0, MOST_NOTE);
    if (kept !== (runOf(state().runs, id)?.note ?? "")) changeRun(stores, id, { note: kept });
  }

  function open(id: number, then?: () => void): void {
    const run = runOf(state().runs, id);
    const result = shelf.get(id);
    if (!run) return;
    if (stores.work.getState().solve) {
      toast(stores, "A solve is running", "Cancel it or keep its result, then open this one.", {
        kind: "warning",
      });
      return;
    }
    if (!result) {
      awaited.set(id, () => open(id, then));
      queue.again(id);
      return;
    }
    if (stores.document.getState().rig !== result.rig) {
      runAndTell(stores, history, openResult(stores, `Open ${runTitle(run)}`, result, run.settings));
    }
    then?.();
  }

  function restore(runs: readonly CompareRun[]): void {
    const restored = runs.map((run) => ({ ...run, id: queue.newId(), batch: 0 }));
    stores.compare.setState({ ...NOTHING_COMPARED, runs: restored });
  }

  // Figures belong to the frames and the rest pose that they were measured on.
  stores.document.subscribe(
    ({ sequence }) => sequence?.rest ?? null,
    (rest, before) => {
      queue.cancelAll();
      const { runs, sides, selected, count } = state();
      if (before) kept.set(before, { runs, sides, selected, count });
      // An undo restores the rigs that were on screen. The others are released, because the next file needs the memory.
      const back = (rest && kept.get(rest)) ?? null;
      shelf.keepOnly([...Object.values(sides), ...Object.values(back?.sides ?? {})]);
      awaited.clear();
      const withRigs = back?.runs.map((run) => ({ ...run, held: shelf.has(run.id) }));
      stores.compare.setState({ ...NOTHING_COMPARED, ...back, ...(withRigs && { runs: withRigs }) });
      views.look();
    },
  );
  stores.document.subscribe(
    ({ rig }) => rig,
    (rig) => {
      const opened = (rig && origins.get(rig)) ?? null;
      if (opened !== state().opened) stores.compare.setState({ opened });
    },
  );
  stores.compare.subscribe(({ count }) => count, views.look);
  stores.compare.subscribe(({ like }) => like, views.look);
  stores.compare.subscribe(referenceRun, views.look);

  const { add, togglePause, cancel, cancelAll } = queue;
  return { add, togglePause, cancel, cancelAll, remove, removeAll, show: views.show, open, note, restore };
}
