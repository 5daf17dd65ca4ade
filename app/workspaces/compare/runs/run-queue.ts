import type { SolveResult, SolverClient } from "../../../../workers/client";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { type CompareRun, runOf } from "../../../document/compare/compare-state";
import { JobsInTurn } from "../../../document/session/jobs/jobs-in-turn";
import { explain, isCancel } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { QueueHold } from "./queue-hold";
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
  let nextId = 1;
  const hold = new QueueHold(stores);
  const state = () => stores.compare.getState();

  const turns = new JobsInTurn<number, SolveResult>({
    progressEvery: PROGRESS_MS,
    progress: (progress) => stores.compare.setState({ progress }),
    next() {
      const { sequence } = stores.document.getState();
      const due = state().runs.find((run) => run.state === "waiting");
      if (hold.isHeld || !sequence || !due) return null;
      const { id, settings, intent } = due;
      return { id, job: client.trial({ sequence, settings, intent }) };
    },
    began(id) {
      changeRun(stores, id, { state: "running", error: null });
      stores.compare.setState({ progress: null, startedAt: Date.now() });
    },
    done(id, result) {
      stores.compare.setState({ progress: null });
      ends.finished(id, result);
    },
    failed(id, error) {
      stores.compare.setState({ progress: null });
      ends.gaveUp(id);
      if (isCancel(error)) leave(id);
      else changeRun(stores, id, { state: "failed", error: explain(error, "Solving") });
    },
  });

  /** Takes a run out of the queue, and out of the list if it has no result yet. */
  function leave(id: number): void {
    if (runOf(state().runs, id)?.report) changeRun(stores, id, { state: "done" });
    else ends.dropped(id);
  }

  function add(settings: readonly SolveSettings[]): void {
    const batch = batchOf(state().runs);
    const { intent } = stores.document.getState();
    const runs = settings.map((each) => waitingRun(nextId++, each, intent, batch));
    stores.compare.setState((before) => ({ runs: [...withoutFailed(before.runs, runs), ...runs] }));
    turns.next();
  }

  function again(id: number): void {
    const run = runOf(state().runs, id);
    if (!run || run.state === "running" || run.state === "waiting") return;
    stores.compare.setState(({ runs }) => ({ runs: withRunNext(runs, run) }));
    turns.next();
  }

  function cancel(id: number): void {
    if (turns.id === id) {
      turns.stop();
      stores.compare.setState({ progress: null });
      leave(id);
      turns.next();
    } else if (runOf(state().runs, id)?.state === "waiting") leave(id);
  }

  function cancelAll(): void {
    const waiting = state().runs.filter((run) => run.state === "waiting");
    for (const { id } of waiting) leave(id);
    if (turns.id !== null) cancel(turns.id);
    stores.compare.setState({ paused: false });
    holdOrGoOn();
  }

  function togglePause(): void {
    stores.compare.setState(({ paused }) => ({ paused: !paused }));
    holdOrGoOn();
  }

  function holdOrGoOn(): void {
    hold.apply(turns.job);
    turns.next();
  }

  stores.work.subscribe(({ solve }) => solve !== null, holdOrGoOn);

  return { add, again, togglePause, cancel, cancelAll, newId: () => nextId++ };
}
