/** Long work in parts of some milliseconds. Other work may run between parts; the result does not depend on it. */
export type Steps<T> = Generator<void, T, void>;

/** Runs all parts without a break. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Runs all parts, with a checkpoint between them.
 * @throws the checkpoint's error if the task is cancelled; the remaining parts do not run.
 */
export async function inSteps<T>(steps: Steps<T>, task: { checkpoint(): Promise<void> }): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await task.checkpoint();
  }
}
