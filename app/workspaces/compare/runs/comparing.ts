import type { SolveResult, SolverClient } from "../../../../workers/client";
import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../actions/service";
import {
  type CompareRun,
  type CompareSide,
  MOST_NOTE,
  NOTHING_COMPARED,
  referenceRun,
  runOf,
} from "../../../document/compare/compare-state";
import type { History } from "../../../document/history/history";
import type { Stores } from "../../../document/stores";
import { KeptComparisons } from "./kept-comparisons";
import { withoutRuns } from "./run-list";
import { RunOpening } from "./run-opening";
import { createRunQueue } from "./run-queue";
import { RunResults } from "./run-results";
import { changeRun } from "./run-turns";
import { createSideViews } from "./side-views";

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

export function createComparing(stores: Stores, client: SolverClient, history: History): Comparing {
  const results = new RunResults(stores);
  const { shelf } = results;
  const queue = createRunQueue(stores, client, {
    finished,
    dropped: (id) => forget([id]),
    gaveUp: (id) => opening.forget(id),
  });
  const { again } = queue;
  const views = createSideViews(stores, shelf, again);
  const opening = new RunOpening(stores, { history, shelf, again });
  const kept = new KeptComparisons(stores, shelf);

  function finished(id: number, result: SolveResult): void {
    results.put(id, result);
    const { sides } = stores.compare.getState();
    if (sides.a === id || sides.b === id) views.look();
    else if (sides.a === null) views.show("a", id);
    else if (sides.b === null) views.show("b", id);
    opening.arrived(id);
  }

  function forget(ids: readonly number[]): void {
    for (const id of ids) {
      shelf.drop(id);
      opening.forget(id);
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
    forget(stores.compare.getState().runs.map(({ id }) => id));
  }

  function note(id: number, text: string): void {
    const kept = text.trim().slice(0, MOST_NOTE);
    const { runs } = stores.compare.getState();
    if (kept !== (runOf(runs, id)?.note ?? "")) changeRun(stores, id, { note: kept });
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
      opening.forgetAll();
      kept.exchange(before, rest);
      views.look();
    },
  );
  stores.document.subscribe(
    ({ rig }) => rig,
    (rig) => results.noteOpened(rig),
  );
  stores.compare.subscribe(({ count }) => count, views.look);
  stores.compare.subscribe(({ like }) => like, views.look);
  stores.compare.subscribe(referenceRun, views.look);

  const { add, togglePause, cancel, cancelAll } = queue;
  return {
    ...{ add, togglePause, cancel, cancelAll, remove, removeAll, note, restore },
    show: views.show,
    open: (id, then) => opening.open(id, then),
  };
}
