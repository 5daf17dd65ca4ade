/** The progress of a task. Its phases come in order, and `done` never falls within a phase. */
export interface Progress {
  /** The current work, in the artist's words: "Reading frames". */
  phase: string;
  /** 0..1 if the total is known; null if only a count is known. */
  done: number | null;
  /** "frame 12 of 48"; may be empty. */
  detail: string;
  /** True while nothing is computed: the task has done its work, and waits for the artist's next edit. */
  waits?: boolean;
}

/**
 * Every long algorithm gets a task. It may call `progress` often, because the receiver throttles the calls. It must
 * call `await checkpoint()` at least every 50 ms.
 */
export interface Task {
  progress(progress: Progress): void;
  /**
   * Yields to the event loop, so that messages can arrive. Waits while the task is paused.
   * @throws CancelledError if the task is cancelled.
   */
  checkpoint(): Promise<void>;
  /** True once the user has asked to keep the current result. Then finish at once, with the best result so far. */
  readonly finishNow: boolean;
  /** Seconds spent in pauses so far; absent if the task cannot be paused. */
  readonly secondsPaused?: number;
  /** Seconds on the task's own clock; by default the machine's. */
  readonly clock?: () => number;
}

const wallClock = () => performance.now() / 1000;

/** Seconds on a clock that stops while the task is paused. */
export const workSeconds = ({
  secondsPaused = 0,
  clock = wallClock,
}: Pick<Task, "secondsPaused" | "clock">): number => clock() - secondsPaused;

/** The task for a step of a longer task that reports its own progress. */
export const withoutProgress = (task: Task): Task => ({
  progress() {},
  checkpoint: () => task.checkpoint(),
  get finishNow() {
    return task.finishNow;
  },
  get secondsPaused() {
    return task.secondsPaused ?? 0;
  },
  ...(task.clock && { clock: task.clock }),
});

/** A task without an observer, for tests, benches and one-off calls. */
export const UNWATCHED: Task = { progress() {}, async checkpoint() {}, finishNow: false };
