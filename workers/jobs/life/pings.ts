/** Milliseconds between two questions. */
const EVERY = 3000;
/** A worker that leaves so many looks in a row without an answer is taken for dead. */
const MISSED = 10;
export const SILENCE_SECONDS = (EVERY * MISSED) / 1000;

/**
 * Asks a worker whether it lives, while `isWaiting`, where the browser has no better way to tell. Looks are counted,
 * not seconds: while a page sleeps nothing is counted. Slow on purpose, since a worker that computes cannot answer.
 * @returns what stops it.
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
