/** Milliseconds between two pings. */
const EVERY = 3000;
/** A worker is considered dead after this many pings in a row without an answer. */
const MISSED = 10;
export const SILENCE_SECONDS = (EVERY * MISSED) / 1000;

/**
 * Pings a worker while `isWaiting`, for browsers without a better way. It counts pings, not seconds, because nothing
 * happens while a page sleeps. It is slow on purpose: a worker that computes cannot answer.
 * @returns a function that stops it.
 */
export function watchByPings(
  isWaiting: () => boolean,
  ask: () => Promise<unknown>,
  died: () => void,
): () => void {
  let asked = false;
  let missed = 0;
  const timer = setInterval(() => {
    if (!isWaiting()) missed = 0;
    else if (asked && ++missed >= MISSED) died();
    if (asked || !isWaiting()) return;
    asked = true;
    ask().then(
      () => {
        asked = false;
        missed = 0;
      },
      () => {},
    );
  }, EVERY);
  return () => clearInterval(timer);
}
