import type { SolverClient } from "../../../../workers/client";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { runOf } from "../../../document/compare/compare-state";
import type { Stores } from "../../../document/stores";
import { QueueHold } from "./queue-hold";
import { batchOf, waitingRun, withoutFailed, withRunNext } from "./run-list";
import { leaveQueue, type RunEnds, runTurns } from "./run-turns";

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

export function createRunQueue(stores: Stores, client: SolverClient, ends: RunEnds): RunQueue {
  let nextId = 1;
  const hold = new QueueHold(stores);
  const state = () => stores.compare.getState();
  const turns = runTurns(stores, client, hold, ends);

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
      leaveQueue(stores, id, ends);
      turns.next();
    } else if (runOf(state().runs, id)?.state === "waiting") leaveQueue(stores, id, ends);
  }

  function cancelAll(): void {
    const waiting = state().runs.filter((run) => run.state === "waiting");
    for (const { id } of waiting) leaveQueue(stores, id, ends);
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
