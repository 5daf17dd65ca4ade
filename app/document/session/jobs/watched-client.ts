import type { Job, JobInput, JobKind, SolverClient } from "../../../../workers/client";
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

/** Lists a job from `SHORT_MS` after its start until its end, then among the ended jobs. */
async function follow(stores: Stores, id: number, name: string, job: AnyJob): Promise<void> {
  const store = stores.of(ENGINE_JOBS);
  const startedAt = Date.now();
  const began = performance.now();
  let running: RunningJob = { id, name, startedAt, progress: null, cancel: () => job.cancel() };
  let shown = false;
  let last = began;
  const show = () => {
    const others = store.getState().running.filter((each) => each.id !== id);
    store.setState({ running: [...others, running].sort((a, b) => a.id - b.id) });
    shown = true;
  };
  const timer = setTimeout(show, SHORT_MS);
  const stop = job.onProgress((progress) => {
    running = { ...running, progress };
    const now = performance.now();
    if (!shown || now - last < BETWEEN_MS) return;
    last = now;
    show();
  });
  const end = await job.result.then(
    (result): Pick<EndedJob, "end" | "message" | "eRms"> => ({
      end: "done",
      message: "",
      eRms: errorOfResult(result),
    }),
    (error: unknown) => endOf(error),
  );
  stop();
  clearTimeout(timer);
  const seconds = (performance.now() - began) / 1000;
  const isListed = shown || end.end === "failed";
  store.setState(({ running: all, ended }) => ({
    running: all.filter((each) => each.id !== id),
    ended: isListed
      ? [{ id, name, endedAt: Date.now(), seconds, ...end }, ...ended].slice(0, MOST_ENDED)
      : ended,
  }));
}

function endOf(error: unknown): Pick<EndedJob, "end" | "message" | "eRms"> {
  const isCancelled = error instanceof Error && error.name === "CancelledError";
  if (isCancelled) return { end: "cancelled", message: "", eRms: null };
  const { complaint } = (error ?? {}) as { complaint?: { title: string } };
  const message = complaint?.title ?? (error instanceof Error ? error.message : String(error));
  return { end: "failed", message, eRms: null };
}
