import type { SolverClient } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import { fitReduceRanges } from "../../../document/reduce/reduce-ranges";
import {
  NOTHING_REDUCED,
  REDUCTION,
  type ReduceChoice,
  type ReduceRun,
  reduceRunOf,
} from "../../../document/reduce/reduce-state";
import { JobsInTurn } from "../../../document/session/jobs/jobs-in-turn";
import { explain, isCancel, reportError } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { applyRow } from "./apply-row";
import { influencesOfBudget } from "./asked-budget";
import { type TimeRig, timerOfRigs } from "./rig-times";
import { type Reduced, reliefJob, rowJob } from "./row-jobs";
import { rowsToReduce } from "./rows";
import { showBest, showChosen } from "./shown-results";

/** Minimum time between updates of the running row. */
const PROGRESS_MS = 200;

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

  const change = (id: string, next: Partial<ReduceRun>) =>
    store.setState(({ runs }) => ({ runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)) }));

  const turns = new JobsInTurn<string, Reduced>({
    progressEvery: PROGRESS_MS,
    progress: (progress) => store.setState({ progress }),
    next() {
      const row = store.getState().runs.find(({ state }) => state === "waiting");
      const job = row && rowJob(stores, client, row);
      return row && job ? { id: row.id, job } : null;
    },
    began(id) {
      change(id, { state: "running", error: null });
      store.setState({ progress: null });
    },
    done: finish,
    failed(id, error) {
      store.setState({ progress: null });
      if (!isCancel(error)) change(id, { state: "failed", error: explain(error, "The reduction") });
    },
  });

  function start(): void {
    const { rig, sequence } = stores.document.getState();
    if (!rig || !sequence) return;
    cancel();
    const runs = rowsToReduce(sequence, rig, influencesOfBudget(stores, rig));
    store.setState({ ...NOTHING_REDUCED, dense: rig, runs });
    turns.next();
  }

  function finish(id: string, { rig, report }: Reduced): void {
    const { dense, sides } = store.getState();
    // The result shares everything but its weights with the reduced rig, and the rest pose of a cage, which they move.
    const { weights, twoLayer, rest } = rig;
    const reduced: Rig | null = dense && { ...dense, weights, twoLayer, rest };
    change(id, { state: "done", rig: reduced, report, gpuTime: null });
    store.setState({ progress: null, denseFigures: report.dense });
    if (sides.b === id) fitReduceRanges(stores);
    showBest(stores);
    timeShown();
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
