import type { SolverClient } from "../../../../../workers/client";
import type { PathEnd, PathMember } from "../../../../../workers/model/reports/solve-path";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { respecting } from "../solve/continuation";
import { NO_PATH, PATH, putMember } from "./path-state";

/** The path goes to this multiple of the rig's bones. */
export const REACH = 2;

/** Finds the path of the document's rig in the background. Its rigs come one by one. */
export class PathFinding {
  readonly #stores: Stores;
  readonly #client: SolverClient;
  readonly #current = new CurrentJob<PathEnd, PathMember>();

  constructor(stores: Stores, client: SolverClient) {
    this.#stores = stores;
    this.#client = client;
  }

  /** @param byItself whether nobody asked for it: it then runs on one thread, and the strip stays as it is. */
  start(byItself: boolean): void {
    const stores = this.#stores;
    const { sequence, rig, report, settings } = stores.document.getState();
    if (!sequence || !rig || !report) return;
    const path = stores.of(PATH);
    const most = Math.min(REACH * rig.bones.length, sequence.vertexCount);
    const job = this.#client.solvePath({
      ...{ sequence, rig, settings, most, foundBy: report.method },
      ...respecting(stores, rig),
      ...(byItself && { oneThread: true }),
    });
    path.setState({ ...NO_PATH, most, run: { progress: null, paused: false, byItself } });
    putMember(stores, { rig, report, changed: null, from: null });
    if (!byItself) stores.panels.setState({ solveStrip: "path" });
    this.#current.follow(job, {
      progress: (progress) => path.setState(({ run }) => ({ run: run && { ...run, progress } })),
      partial: (member) => putMember(stores, member),
      done: ({ knee, reason }) => path.setState({ run: null, knee, reason }),
      failed(error) {
        path.setState({ run: null });
        // Nobody waits for a path that started by itself. The list of jobs says why it failed.
        if (!byItself && !isCancel(error)) reportError(stores, error, "The solution path");
      },
    });
  }

  togglePause(): void {
    const path = this.#stores.of(PATH);
    const { run } = path.getState();
    const { job } = this.#current;
    if (!job || !run) return;
    if (run.paused) job.resume();
    else job.pause();
    path.setState({ run: { ...run, paused: !run.paused } });
  }

  /** Ends the work with the rigs so far. */
  keep(): void {
    this.#current.job?.keep();
  }

  /** Ends the work, which is of no use any more. The list of jobs shows it as cancelled. */
  cancel(): void {
    this.#current.job?.cancel();
  }

  /** Cancels the work without a message: nobody needs this path any more. */
  leave(): void {
    this.#current.release()?.cancel();
  }
}
