import type { SolveResult, SolverClient } from "../../../../workers/client";
import { type CompareRun, runOf } from "../../../document/compare/compare-state";
import { JobsInTurn } from "../../../document/session/jobs/jobs-in-turn";
import { explain, isCancel } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import type { QueueHold } from "./queue-hold";

/** Minimum time between updates of the running row. */
const PROGRESS_MS = 250;

/** What happens with the runs that leave the queue. */
export interface RunEnds {
  finished(id: number, result: SolveResult): void;
  /** The run failed or was cancelled, and has no earlier result: it leaves the list. */
  dropped(id: number): void;
  /** The run will not get a result from this attempt. */
  gaveUp(id: number): void;
}

/** Solves the waiting runs, one after the other, unless they are held. */
export function runTurns(
  stores: Stores,
  client: SolverClient,
  hold: QueueHold,
  ends: RunEnds,
): JobsInTurn<number, SolveResult> {
  return new JobsInTurn<number, SolveResult>({
    progressEvery: PROGRESS_MS,
    progress: (progress) => stores.compare.setState({ progress }),
    next() {
      const { sequence } = stores.document.getState();
      const due = stores.compare.getState().runs.find((run) => run.state === "waiting");
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
      if (isCancel(error)) leaveQueue(stores, id, ends);
      else changeRun(stores, id, { state: "failed", error: explain(error, "Solving") });
    },
  });
}

/** Takes a run out of the queue, and out of the list if it has no result yet. */
export function leaveQueue(stores: Stores, id: number, ends: Pick<RunEnds, "dropped">): void {
  if (runOf(stores.compare.getState().runs, id)?.report) changeRun(stores, id, { state: "done" });
  else ends.dropped(id);
}

/** Changes a run in the list. */
export const changeRun = (stores: Stores, id: number, next: Partial<CompareRun>) =>
  stores.compare.setState(({ runs }) => ({
    runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)),
  }));
