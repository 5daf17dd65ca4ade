import type { SolverClient } from "../../../../workers/client";
import type { Rig } from "../../../../workers/model/rig/rig";
import { fitReduceRanges } from "../../../document/reduce/reduce-ranges";
import { REDUCTION, type ReduceRun } from "../../../document/reduce/reduce-state";
import { JobsInTurn } from "../../../document/session/jobs/jobs-in-turn";
import { explain, isCancel } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { type Reduced, rowJob } from "./row-jobs";
import { showBest } from "./shown-results";

/** Minimum time between updates of the running row. */
const PROGRESS_MS = 200;

/** Reduces the rig by the rows of the table, one after the other. @param found is called after each result */
export function rowTurns(
  stores: Stores,
  client: SolverClient,
  found: () => void,
): JobsInTurn<string, Reduced> {
  const store = stores.of(REDUCTION);
  return new JobsInTurn<string, Reduced>({
    progressEvery: PROGRESS_MS,
    progress: (progress) => store.setState({ progress }),
    next() {
      const row = store.getState().runs.find(({ state }) => state === "waiting");
      const job = row && rowJob(stores, client, row);
      return row && job ? { id: row.id, job } : null;
    },
    began(id) {
      changeRow(stores, id, { state: "running", error: null });
      store.setState({ progress: null });
    },
    done(id, reduced) {
      putReduced(stores, id, reduced);
      found();
    },
    failed(id, error) {
      store.setState({ progress: null });
      if (!isCancel(error))
        changeRow(stores, id, { state: "failed", error: explain(error, "The reduction") });
    },
  });
}

/** Puts a result into its row, and shows it if it is the best one. */
function putReduced(stores: Stores, id: string, { rig, report }: Reduced): void {
  const store = stores.of(REDUCTION);
  const { dense, sides } = store.getState();
  // The result shares everything but its weights with the reduced rig, and the rest pose of a cage, which they move.
  const { weights, twoLayer, rest } = rig;
  const reduced: Rig | null = dense && { ...dense, weights, twoLayer, rest };
  changeRow(stores, id, { state: "done", rig: reduced, report, gpuTime: null });
  store.setState({ progress: null, denseFigures: report.dense });
  if (sides.b === id) fitReduceRanges(stores);
  showBest(stores);
}

function changeRow(stores: Stores, id: string, next: Partial<ReduceRun>): void {
  stores.of(REDUCTION).setState(({ runs }) => ({
    runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)),
  }));
}
