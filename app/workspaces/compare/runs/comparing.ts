import type { Job, SolveResult, SolverClient } from "../../../../workers/client";
import { withoutVertexErrors } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import { throttle } from "../../../common/throttle";
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
import { explain, isCancel } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { openResult } from "../../../document/solve/open-result";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { runTitle } from "./compare-table";
import { RigCache } from "./rig-cache";
import { batchOf, waitingRun, withoutFailed, withoutRuns, withRunNext } from "./run-list";
import { createSideViews } from "./side-views";

/** Memory limit for rigs, in bytes. Rigs beyond it are solved again on request. */
export const SHELF_BYTES = 512e6;
/** Minimum time between updates of the running row. */
const PROGRESS_MS = 250;

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
  const views = createSideViews(stores, shelf, again);
  let current: { job: Job<SolveResult>; id: number } | null = null;
  let heldSince = 0;
  let nextId = 1;

  const state = () => stores.compare.getState();
  const change = (id: number, next: Partial<CompareRun>) =>
    stores.compare.setState(({ runs }) => ({
      runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)),
    }));

  /** The artist's own solve has priority. */
  const isHeld = () => state().paused || stores.work.getState().solve !== null;

  function add(settings: readonly SolveSettings[]): void {
    const batch = batchOf(state().runs);
    const { intent } = stores.document.getState();
    const runs = settings.map((each) => waitingRun(nextId++, each, intent, batch));
    stores.compare.setState((before) => ({ runs: [...withoutFailed(before.runs, runs), ...runs] }));
    pump();
  }

  function pump(): void {
    const { sequence } = stores.document.getState();
    if (current || isHeld() || !sequence) return;
    const next = state().runs.find((run) => run.state === "waiting");
    if (!next) return;
    const { id } = next;
    const job = client.trial({ sequence, settings: next.settings, intent: next.intent });
    current = { job, id };
    change(id, { state: "running", error: null });
    stores.compare.setState({ progress: null, startedAt: Date.now() });
    const show = throttle(
      PROGRESS_MS,
      (progress: Progress) => current?.job === job && stores.compare.setState({ progress }),
    );
    job.onProgress(show);
    job.result.then(
      (result) => current?.job === job && finish(id, result),
      (error) => current?.job === job && fail(id, error),
    );
  }

  function finish(id: number, result: SolveResult): void {
    put(id, result);
    end();
    const { sides } = state();
    if (sides.a === id || sides.b === id) views.look();
    else if (sides.a === null) views.show("a", id);
    else if (sides.b === null) views.show("b", id);
    const then = awaited.get(id);
    awaited.delete(id);
    then?.();
    pump();
  }

  function put(id: number, result: SolveResult): void {
    const { rig, report } = result;
    origins.set(rig, id);
    const { sides } = state();
    const gone = shelf.put(id, result, (run) => run === sides.a || run === sides.b);
    for (const other of gone) change(other, { held: false });
    change(id, { state: "done", report: withoutVertexErrors(report), kind: rig.boneKind, held: true });
  }

  function fail(id: number, error: unknown): void {
    end();
    awaited.delete(id);
    if (isCancel(error)) leave(id);
    else change(id, { state: "failed", error: explain(error, "Solving") });
    pump();
  }

  function end(): void {
    current = null;
    stores.compare.setState({ progress: null });
  }

  /** Removes a run from the queue, and from the list if it has no result yet. */
  function leave(id: number): void {
    if (runOf(state().runs, id)?.report) change(id, { state: "done" });
    else forget([id]);
  }

  function forget(ids: readonly number[]): void {
    for (const id of ids) {
      shelf.drop(id);
      awaited.delete(id);
    }
    stores.compare.setState((before) => withoutRuns(before, ids));
    views.look();
  }

  function cancel(id: number): void {
    const run = runOf(state().runs, id);
    if (current?.id === id) {
      const { job } = current;
      end();
      job.cancel();
      leave(id);
      pump();
    } else if (run?.state === "waiting") leave(id);
  }

  function cancelAll(): void {
    const waiting = state().runs.filter((run) => run.state === "waiting");
    for (const { id } of waiting) leave(id);
    if (current) cancel(current.id);
    stores.compare.setState({ paused: false });
    hold();
  }

  function remove(id: number): void {
    cancel(id);
    forget([id]);
  }

  function note(id: number, text: string): void {
    const kept = text.trim().slice(0, MOST_NOTE);
    if (kept !== (runOf(state().runs, id)?.note ?? "")) change(id, { note: kept });
  }

  function removeAll(): void {
    cancelAll();
    forget(state().runs.map(({ id }) => id));
  }

  function togglePause(): void {
    stores.compare.setState(({ paused }) => ({ paused: !paused }));
    hold();
  }

  /** Pauses or resumes the running solve to match the current state. */
  function hold(): void {
    if (isHeld()) {
      if (heldSince === 0) heldSince = Date.now();
      current?.job.pause();
      return;
    }
    if (heldSince > 0) {
      const rest = Date.now() - heldSince;
      stores.compare.setState(({ startedAt }) => ({ startedAt: startedAt + rest }));
    }
    heldSince = 0;
    current?.job.resume();
    pump();
  }

  /** Queues a run again whose rig was released, before the waiting runs. */
  function again(id: number): void {
    const run = runOf(state().runs, id);
    if (!run || run.state === "running" || run.state === "waiting") return;
    stores.compare.setState(({ runs }) => ({ runs: withRunNext(runs, run) }));
    pump();
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
      again(id);
      return;
    }
    if (stores.document.getState().rig !== result.rig) {
      runAndTell(stores, history, openResult(stores, `Open ${runTitle(run)}`, result, run.settings));
    }
    then?.();
  }

  function restore(runs: readonly CompareRun[]): void {
    const restored = runs.map((run) => ({ ...run, id: nextId++, batch: 0 }));
    stores.compare.setState({ ...NOTHING_COMPARED, runs: restored });
  }

  // Figures belong to the frames and the rest pose that they were measured on.
  stores.document.subscribe(
    ({ sequence }) => sequence?.rest ?? null,
    (rest, before) => {
      cancelAll();
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
  stores.work.subscribe(({ solve }) => solve !== null, hold);
  stores.compare.subscribe(({ count }) => count, views.look);
  stores.compare.subscribe(({ like }) => like, views.look);
  stores.compare.subscribe(referenceRun, views.look);

  return { add, togglePause, cancel, cancelAll, remove, removeAll, show: views.show, open, note, restore };
}
