import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import { DEFAULT_MEMORY } from "../../../../../workers/model/files/frames-in-memory";
import { isFiled, type OpenedSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { NO_INTENT, type SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { titleOf } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { withPainted } from "./continuation";
import type { RigInProgress } from "./rig-in-progress";
import { type CarriedOn, patchRun, solveNews } from "./solve-news";

/** What happens when a solve ends. */
interface SolveEnds {
  /** It ends, with a result or without. */
  ended(): void;
  found(result: SolveResult, keptEarly: boolean): void;
}

/** Runs a solve and shows it in progress. A solve may take several runs: each goes on where another one stopped. */
export class SolveRuns {
  readonly #stores: Stores;
  readonly #client: SolverClient;
  readonly #rig: RigInProgress;
  readonly #ends: SolveEnds;
  readonly #current = new CurrentJob<SolveResult, SolvePartial>();
  #pausedAt = 0;

  constructor(stores: Stores, client: SolverClient, rig: RigInProgress, ends: SolveEnds) {
    this.#stores = stores;
    this.#client = client;
    this.#rig = rig;
    this.#ends = ends;
  }

  get isRunning(): boolean {
    return this.#current.job !== null;
  }

  /** Starts a solve, from a rig or from nothing. Its card replaces the card of the last one. */
  run(from: Rig | null, carried: CarriedOn): void {
    const { sequence, settings } = this.#stores.document.getState();
    if (!sequence) return;
    const asked = this.#rig.asked(settings);
    const job = this.#jobFor(sequence, asked, from);
    const errorPerFrame = this.#stores.work.getState().solve?.errorPerFrame ?? null;
    this.#stores.work.setState({
      solve: {
        ...carried,
        ...{ title: titleOf(asked, from !== null), progress: null, errorPerFrame },
        ...{ paused: false, keeping: false },
      },
    });
    const news = solveNews(this.#stores, sequence, carried, {
      showRig: (rig) => this.#rig.show(rig),
      isCurrent: () => this.#current.job === job,
    });
    this.#current.follow(job, {
      ...news,
      done: (result) => this.#finish(result),
      failed: (error) => this.#fail(error),
    });
  }

  /** Stops the run. Its card stays for the one that follows. */
  stop(): void {
    this.#current.release()?.cancel();
  }

  togglePause(): void {
    const card = this.#stores.work.getState().solve;
    const { job } = this.#current;
    if (!job || !card) return;
    if (card.paused) {
      job.resume();
      patchRun(this.#stores, { paused: false, startedAt: card.startedAt + Date.now() - this.#pausedAt });
    } else {
      job.pause();
      this.#pausedAt = Date.now();
      patchRun(this.#stores, { paused: true });
    }
  }

  keep(): void {
    if (!this.#current.job) return;
    if (this.#stores.work.getState().solve?.paused) this.togglePause();
    patchRun(this.#stores, { keeping: true });
    this.#current.job.keep();
  }

  /** Ends the solve without a result. */
  cancel(): void {
    const job = this.#current.release();
    this.#end();
    this.#rig.hide();
    job?.cancel();
  }

  #jobFor(
    sequence: OpenedSequence,
    settings: SolveSettings,
    from: Rig | null,
  ): Job<SolveResult, SolvePartial> {
    const { intent, report } = this.#stores.document.getState();
    const question = { settings, intent: intent === NO_INTENT ? undefined : intent };
    if (isFiled(sequence))
      return this.#client.decomposeStream({ ...question, sequence, memory: DEFAULT_MEMORY });
    const held = from && this.#rig.locksOf(from);
    const locks = from && this.#rig.isContinued ? withPainted(this.#stores, held, from) : held;
    return this.#client.decompose({
      ...question,
      ...{ sequence, from, locks },
      ...(from && report && { foundBy: report.method }),
    });
  }

  #finish(result: SolveResult): void {
    const rig = this.#rig.coloured(result.rig);
    const keptEarly = this.#stores.work.getState().solve?.keeping ?? false;
    this.#end();
    this.#ends.found({ ...result, rig }, keptEarly);
  }

  #fail(error: unknown): void {
    this.#end();
    this.#rig.hide();
    if (!isCancel(error)) reportError(this.#stores, error, "The solve");
  }

  #end(): void {
    this.#ends.ended();
    this.#stores.work.setState({ solve: null });
  }
}
