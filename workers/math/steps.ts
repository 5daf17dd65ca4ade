/** Long work in parts of some milliseconds, between which others may be let in; its outcome does not depend on that. */
export type Steps<T> = Generator<void, T, void>;

/** All parts, one right after the other. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * All parts, with a checkpoint between every two.
 * @throws what the checkpoint throws, where the task was asked to stop: nothing more is done then.
 */
export async function inSteps<T>(steps: Steps<T>, task: { checkpoint(): Promise<void> }): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await task.checkpoint();
  }
}
