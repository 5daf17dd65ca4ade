import type { Job } from "../../../workers/client";
import { CancelledError } from "../../../workers/model/errors";
import type { Progress } from "../../../workers/model/task";

/** What the artist can follow and cancel of a job. */
export type WatchedJob<T> = Pick<Job<T>, "result" | "cancel" | "onProgress">;

/**
 * Runs long work of the page as a job, so that `watched` can show and cancel it.
 * @param work calls `step` before each part. After a cancel, `step` throws a CancelledError.
 */
export function pageJob<T>(work: (step: (progress: Progress) => void) => Promise<T>): WatchedJob<T> {
  const listeners = new Set<(progress: Progress) => void>();
  let isCancelled = false;
  const step = (progress: Progress) => {
    if (isCancelled) throw new CancelledError();
    for (const listen of listeners) listen(progress);
  };
  // It begins in the next microtask, when its progress has a listener.
  const result = Promise.resolve().then(() => work(step));
  return {
    result,
    cancel: () => {
      isCancelled = true;
    },
    onProgress(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}
