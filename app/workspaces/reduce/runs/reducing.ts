import type { SolverClient } from "../../../../workers/client";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import {
  NOTHING_REDUCED,
  REDUCTION,
  type ReduceChoice,
  reduceRunOf,
} from "../../../document/reduce/reduce-state";
import { reportError } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { applyRow } from "./apply-row";
import { influencesOfBudget } from "./influences-of-budget";
import { type TimeRig, timerOfRigs } from "./rig-times";
import { reliefJob } from "./row-jobs";
import { rowTurns } from "./row-turns";
import { rowsToReduce } from "./rows";
import { showBest, showChosen } from "./shown-results";

/** Reduces the rig with all methods, one after the other in the background. */
export interface Reducing {
  /** Reduces with every method: first to the influences of the budget, then to the others of the plot. */
  start(): void;
  cancel(): void;
  show(side: "a" | "b", choice: ReduceChoice): void;
  /** Puts a result into the document as one undo step. */
  use(id: string): void;
  /** Gives the exceptional vertices of a result one more influence. */
  relieve(id: string): void;
}

export const REDUCING = serviceKey<Reducing>("reducing");

export function createReducing(
  stores: Stores,
  client: SolverClient,
  history: History,
  timeRig: TimeRig,
): Reducing {
  const store = stores.of(REDUCTION);
  const timeShown = timerOfRigs(stores, timeRig);

  const turns = rowTurns(stores, client, timeShown);

  function start(): void {
    const { rig, sequence } = stores.document.getState();
    if (!rig || !sequence) return;
    cancel();
    const runs = rowsToReduce(sequence, rig, influencesOfBudget(stores, rig));
    store.setState({ ...NOTHING_REDUCED, dense: rig, runs });
    turns.next();
  }

  /** Ends the work. Finished and failed rows stay. */
  function cancel(): void {
    turns.stop();
    store.setState(({ runs }) => ({
      progress: null,
      runs: runs.flatMap((each) => {
        if (each.report) return [{ ...each, state: "done" }];
        return each.state === "failed" ? [each] : [];
      }),
    }));
  }

  function relieve(id: string): void {
    const row = reduceRunOf(store.getState(), id);
    const job = row && !turns.job ? reliefJob(stores, client, row) : null;
    if (job) turns.run({ id, job });
  }

  store.subscribe((state, before) => {
    if (state.budget === before.budget || state.runs.length === 0) return;
    showBest(stores);
    timeShown();
  });
  // Another file has nothing to do with these results.
  stores.document.subscribe(
    ({ sequence }) => sequence?.rest,
    () => {
      turns.stop();
      store.setState(NOTHING_REDUCED);
    },
  );
  return {
    start() {
      try {
        start();
      } catch (error) {
        reportError(stores, error, "The reduction");
      }
    },
    ...{ cancel, relieve },
    show: (side, choice) => showChosen(stores, side, choice),
    use: (id) => applyRow(stores, history, reduceRunOf(store.getState(), id)),
  };
}
