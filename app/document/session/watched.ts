import type { Stores } from "../stores";
import type { WatchedJob } from "./page-job";
import type { WaitingTask } from "./work";

/**
 * Waits for a job. A card shows its progress and can cancel it.
 * @param after milliseconds until the card appears.
 */
export async function watched<T>(stores: Stores, title: string, job: WatchedJob<T>, after = 0): Promise<T> {
  let waiting: WaitingTask = { title, progress: null, cancel: () => job.cancel() };
  let isShown = false;
  const show = () => {
    isShown = true;
    stores.work.setState({ waiting });
  };
  const timer = after > 0 ? setTimeout(show, after) : undefined;
  if (after === 0) show();
  const stop = job.onProgress((progress) => {
    waiting = { ...waiting, progress };
    if (isShown) show();
  });
  try {
    return await job.result;
  } finally {
    stop();
    clearTimeout(timer);
    if (isShown) stores.work.setState({ waiting: null });
  }
}
