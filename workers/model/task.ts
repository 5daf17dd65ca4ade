/** How far a task is. Phases come in order; `done` never falls within a phase. */
export interface Progress {
  /** What is being done, as the artist reads it: "Reading frames". */
  phase: string;
  /** 0..1 where the length is known, null where only a count is. */
  done: number | null;
  /** "frame 12 of 48"; may be empty. */
  detail: string;
}

/**
 * What every long algorithm is handed. Call `progress` as often as is convenient: the receiver throttles it.
 * Call `await checkpoint()` at least every 50 ms of work.
 */
export interface Task {
  progress(progress: Progress): void;
  /**
   * Gives way: lets messages in where they cannot come in otherwise, waits while the task is paused.
   * @throws CancelledError when the task was asked to stop.
   */
  checkpoint(): Promise<void>;
  /** True once the user asked to keep what there is: finish now, with the best result so far. */
  readonly finishNow: boolean;
  /** Seconds that it has waited in pauses so far; not there where it cannot be paused. */
  readonly secondsPaused?: number;
  /** Seconds on a clock of its own; the machine's where it has none. */
  readonly clock?: () => number;
}

const wallClock = () => performance.now() / 1000;

/** Seconds on a clock that stands still while the task is paused. */
export const workSeconds = ({
  secondsPaused = 0,
  clock = wallClock,
}: Pick<Task, "secondsPaused" | "clock">): number => clock() - secondsPaused;

/** A task that nobody watches: for tests, benches and one-off calls. */
export const UNWATCHED: Task = { progress() {}, async checkpoint() {}, finishNow: false };
