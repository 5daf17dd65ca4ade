/**
 * Tells that a thread died. The thread holds a Web Lock from its start and never gives it up: the browser does so when
 * the thread ends, for whatever reason, and then hands the lock to whoever waits for it. A thread that computes for
 * minutes without a break keeps its lock, as does one in a tab that is throttled or put to sleep.
 */

/** This browser's locks; null where there are none: on pages that are not secure, and in Node before 24. */
export const lockManager = (): LockManager | null => globalThis.navigator?.locks ?? null;

/** A name that no other thread has. */
export const newLifeName = (): string => `sinew-life-${Math.random().toString(36).slice(2)}`;

/**
 * Holds the lock `name` until this thread ends.
 * @returns whether it holds it: false where there are no locks.
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
 * Calls once when the thread that holds the lock `name` ends. Call it when the thread has said that it holds it.
 * @returns what stops the watch.
 */
export function watchLife(name: string, died: () => void, locks = lockManager()): () => void {
  const stop = new AbortController();
  locks?.request(name, { signal: stop.signal }, died).catch(() => {
    // The watch was stopped.
  });
  return () => stop.abort();
}
