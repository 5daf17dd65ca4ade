import type { SolveResult, SolverClient } from "../../../../workers/client";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { type CompareRun, runOf } from "../../../document/compare/compare-state";
import { CurrentJob } from "../../../document/session/jobs/current-job";
import { explain, isCancel } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { batchOf, waitingRun, withoutFailed, withRunNext } from "./run-list";

/** Minimum time between updates of the running row. */
const PROGRESS_MS = 250;

/** Solves the waiting runs of a comparison, one after the other, while the artist solves nothing. */
export interface RunQueue {
  /** Adds solves at the end. */
  add(settings: readonly SolveSettings[]): void;
  /** Adds a finished run again, before the waiting ones. */
  again(id: number): void;
  togglePause(): void;
  /** Removes a run, even the running one. */
  cancel(id: number): void;
  cancelAll(): void;
  /** A number that no run has yet. */
  newId(): number;
}

/** What happens with the runs that leave the queue. */
interface RunEnds {
  finished(id: number, result: SolveResult): void;
  /** The run failed or was cancelled, and has no earlier result: it leaves the list. */
  dropped(id: number): void;
  /** The run will not get a result from this attempt. */
  gaveUp(id: number): void;
}

/** Changes a run in the list. */
export const changeRun = (stores: Stores, id: number, next: Partial<CompareRun>) =>
  stores.compare.setState(({ runs }) => ({
    runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)),
  }));

export function createRunQueue(stores: Stores, client: SolverClient, ends: RunEnds): RunQueue {
  const current = new CurrentJob<SolveResult>();
  /** The run that is being solved. */
  let currentId: number | null = null;
  let heldSince = 0;
  let nextId = 1;

  const state = () => stores.compare.getState();

  /** The artist's own solve has priority. */
  const isHeld = () => state().paused || stores.work.getState().solve !== null;

  function add(settings: readonly SolveSettings[]): void {
    const batch = batchOf(state().runs);
    const { intent } = stores.document.getState();
    const runs = settings.map((each) => waitingRun(nextId++, each, intent, batch));
    stores.compare.setState((before) => ({ runs: [...withoutFailed(before.runs, runs), ...runs] }));
    pump();
  }

  function again(id: number): void {
    const run = runOf(state().runs, id);
    if (!run || run.state === "running" || run.state === "waiting") return;
    stores.compare.setState(({ runs }) => ({ runs: withRunNext(runs, run) }));
    pump();
  }

  /** Starts the next run if none is running. */
  function pump(): void {
    const { sequence } = stores.document.getState();
    if (current.job || isHeld() || !sequence) return;
    const next = state().runs.find((run) => run.state === "waiting");
    if (!next) return;
    const { id, settings, intent } = next;
    currentId = id;
    changeRun(stores, id, { state: "running", error: null });
    stores.compare.setState({ progress: null, startedAt: Date.now() });
    current.follow(client.trial({ sequence, settings, intent }), {
      progressEvery: PROGRESS_MS,
      progress: (progress) => stores.compare.setState({ progress }),
      done(result) {
        showIdle();
        ends.finished(id, result);
        pump();
      },
      failed(error) {
        showIdle();
        ends.gaveUp(id);
        if (isCancel(error)) leave(id);
        else changeRun(stores, id, { state: "failed", error: explain(error, "Solving") });
        pump();
      },
    });
  }

  function showIdle(): void {
    currentId = null;
    stores.compare.setState({ progress: null });
  }

  /** Takes a run out of the queue, and out of the list if it has no result yet. */
  function leave(id: number): void {
    if (runOf(state().runs, id)?.report) changeRun(stores, id, { state: "done" });
    else ends.dropped(id);
  }

  function cancel(id: number): void {
    if (currentId === id) {
      const job = current.release();
      showIdle();
      job?.cancel();
      leave(id);
      pump();
    } else if (runOf(state().runs, id)?.state === "waiting") leave(id);
  }

  function cancelAll(): void {
    const waiting = state().runs.filter((run) => run.state === "waiting");
    for (const { id } of waiting) leave(id);
    if (currentId !== null) cancel(currentId);
    stores.compare.setState({ paused: false });
    hold();
  }

  function togglePause(): void {
    stores.compare.setState(({ paused }) => ({ paused: !paused }));
    hold();
  }

  /** Pauses or resumes the running solve to match the current state. */
  function hold(): void {
    if (isHeld()) {
      if (heldSince === 0) heldSince = Date.now();
      current.job?.pause();
      return;
    }
    if (heldSince > 0) {
      const rest = Date.now() - heldSince;
      stores.compare.setState(({ startedAt }) => ({ startedAt: startedAt + rest }));
    }
    heldSince = 0;
    current.job?.resume();
    pump();
  }

  stores.work.subscribe(({ solve }) => solve !== null, hold);

  return { add, again, togglePause, cancel, cancelAll, newId: () => nextId++ };
}
