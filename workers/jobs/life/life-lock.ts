/**
 * Detects the death of a thread. The thread holds a Web Lock from its start and never releases it. The browser does so
 * when the thread ends, for whatever reason, and grants the lock to the waiting watcher. A thread that computes for
 * minutes without a break keeps its lock, and so does a thread in a throttled or sleeping tab.
 */

/** This browser's locks; null if there are none, as on insecure pages and in Node before 24. */
export const lockManager = (): LockManager | null => globalThis.navigator?.locks ?? null;

/** A unique name for a thread. */
export const newLifeName = (): string => `sinew-life-${Math.random().toString(36).slice(2)}`;

/**
 * Holds the lock `name` until this thread ends.
 * @returns whether it holds it; false if there are no locks.
 */
export function holdLife(name: string, locks = lockManager()): Promise<boolean> {
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    const untilTheEnd = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    locks.request(name, untilTheEnd).catch(() => resolve(false));
  });
}

/**
 * Calls `died` once when the thread that holds the lock `name` ends. Call this after the thread reports that it holds
 * it.
 * @returns a function that stops the watch.
 */
export function watchLife(name: string, died: () => void, locks = lockManager()): () => void {
  const stop = new AbortController();
  locks?.request(name, { signal: stop.signal }, died).catch(() => {
    // The watch was stopped.
  });
  return () => stop.abort();
}
