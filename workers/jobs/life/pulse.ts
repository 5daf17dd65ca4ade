/**
 * Detects the death of a worker on insecure pages, which have no locks (`life-lock.ts`). The worker starts a small
 * worker, which beats on its own, even while the first one computes for minutes without answering. The browser ends the
 * small worker together with the worker that started it, and then the beats stop.
 */

/** Milliseconds between beats, and between checks. */
export const BEAT = 500;
/** After this many checks in a row without a beat, the worker is considered dead. */
const MISSED = 5;

/**
 * Calls `began` at the first beat, and `died` when beats stop. It counts checks, not seconds, because nothing happens
 * while a page sleeps or is too busy.
 * @returns a function that stops the watch.
 */
export function watchPulse(port: MessagePort, began: () => void, died: () => void): () => void {
  let missed = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    port.close();
  };
  const look = () => {
    if (++missed < MISSED) return;
    stop();
    died();
  };
  port.addEventListener("message", () => {
    missed = 0;
    if (timer !== null) return;
    timer = setInterval(look, BEAT);
    began();
  });
  port.start();
  return stop;
}
