import type { Job, JobInput, JobKind, SolverClient } from "../../../../workers/client";
import type { Progress } from "../../../../workers/model/task";
import type { Stores } from "../../stores";
import { errorOfResult, JOB_NAMES, nameOfJob } from "./job-names";
import { ENGINE_JOBS, type EndedJob, type RunningJob } from "./jobs";

/** Shorter jobs are not listed: nobody waits for them. In milliseconds. */
export const SHORT_MS = 500;
/** Progress is shown at most this often, in milliseconds. */
const BETWEEN_MS = 200;
/** The list keeps this many ended jobs. */
const MOST_ENDED = 100;

/** The parts of a job that the list needs. */
type AnyJob = Pick<Job<unknown>, "result" | "cancel" | "onProgress">;

/** Wraps a client so that its jobs appear in `ENGINE_JOBS` while they run and after they end. */
export function watchedClient(stores: Stores, client: SolverClient): SolverClient {
  let listed = 0;

  function watch<K extends JobKind>(kind: K, input: JobInput<K>, job: AnyJob): void {
    const name = nameOfJob(kind, input);
    if (name !== null) void follow(stores, ++listed, name, job);
  }

  const methods = Object.fromEntries(
    (Object.keys(JOB_NAMES) as JobKind[]).map((kind) => [
      kind,
      (input: JobInput<typeof kind>) => {
        const job = (client[kind] as unknown as (input: unknown) => AnyJob)(input);
        watch(kind, input, job);
        return job;
      },
    ]),
  );
  return { ...client, ...methods } as SolverClient;
}

/**
 * Lists a job from `SHORT_MS` after its start until its end, then among the ended jobs. A job that waits for edits has
 * ended for the artist; with its next progress it starts again.
 */
async function follow(stores: Stores, id: number, name: string, job: AnyJob): Promise<void> {
  const list = new Listed(stores, { id, name, startedAt: 0, progress: null, cancel: () => job.cancel() });
  list.start();
  const stop = job.onProgress((progress) => list.take(progress));
  const end = await job.result.then(
    (result): End => ({ end: "done", message: "", eRms: errorOfResult(result) }),
    (error: unknown) => endOf(error),
  );
  stop();
  list.end(end);
}

type End = Pick<EndedJob, "end" | "message" | "eRms">;

/** One job in the list. */
class Listed {
  private readonly stores: Stores;
  private running: RunningJob;
  private began = 0;
  private last = 0;
  private shown = false;
  private waits = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stores: Stores, running: RunningJob) {
    this.stores = stores;
    this.running = running;
  }

  start(): void {
    this.running = { ...this.running, startedAt: Date.now(), progress: null };
    this.began = this.last = performance.now();
    this.shown = this.waits = false;
    this.timer = setTimeout(() => this.show(), SHORT_MS);
  }

  take(progress: Progress): void {
    if (progress.waits) {
      if (!this.waits) this.end({ end: "done", message: "", eRms: null });
      this.waits = true;
      return;
    }
    if (this.waits) this.start();
    this.running = { ...this.running, progress };
    const now = performance.now();
    if (!this.shown || now - this.last < BETWEEN_MS) return;
    this.last = now;
    this.show();
  }

  /** A job that waited has been listed already; only a failure is news. */
  end(end: End): void {
    clearTimeout(this.timer);
    const { id, name } = this.running;
    const isListed = this.shown || end.end === "failed";
    this.shown = false;
    const seconds = (performance.now() - this.began) / 1000;
    this.store.setState(({ running, ended }) => ({
      running: running.filter((each) => each.id !== id),
      ended: isListed
        ? [{ id, name, endedAt: Date.now(), seconds, ...end }, ...ended].slice(0, MOST_ENDED)
        : ended,
    }));
  }

  private get store() {
    return this.stores.of(ENGINE_JOBS);
  }

  private show(): void {
    const { running } = this;
    const others = this.store.getState().running.filter((each) => each.id !== running.id);
    this.store.setState({ running: [...others, running].sort((a, b) => a.id - b.id) });
    this.shown = true;
  }
}

function endOf(error: unknown): End {
  const isCancelled = error instanceof Error && error.name === "CancelledError";
  if (isCancelled) return { end: "cancelled", message: "", eRms: null };
  const { complaint } = (error ?? {}) as { complaint?: { title: string } };
  const message = complaint?.title ?? (error instanceof Error ? error.message : String(error));
  return { end: "failed", message, eRms: null };
}
