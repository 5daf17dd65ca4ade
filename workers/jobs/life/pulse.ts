/**
 * Tells that a worker died where there are no locks (`life-lock.ts`): on pages that are not secure. The worker starts a
 * small one of its own, which beats by itself: also while the other computes for minutes and answers nothing. The
 * browser ends the small one with the worker that started it, and then the beats stop.
 */

/** Milliseconds from beat to beat, and from look to look. */
export const BEAT = 500;
/** So many looks in a row without a beat between them, and the worker is taken for dead. */
const MISSED = 5;

/**
 * Calls `began` at the first beat, and `died` when they stop. Looks are counted, not seconds: while a page sleeps, or is
 * too busy to look, nothing is counted.
 * @returns what stops the watch.
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
