import { CancelledError } from "../model/errors";
import type { Progress, Task } from "../model/task";
import { sleep, yieldToEventLoop } from "./yield-to-event-loop";

/** Commands to a job: one number in an Int32Array, shared between threads if possible. */
export const JobCommand = { run: 0, cancel: 1, keep: 2, pause: 3 } as const;
export type CommandCode = (typeof JobCommand)[keyof typeof JobCommand];

/** Milliseconds of work between two checks of the message queue, and between two progress events. */
const BREATH = 20;
const PROGRESS_EVERY = 30;

/** A task that follows a command word. It reports progress at most every 30 ms, and each phase at least once. */
export class TaskControl implements Task {
  /** One Int32; kernels on other threads may poll it. */
  readonly command: Int32Array;
  private readonly report: (progress: Progress) => void;
  private lastBreath = performance.now();
  private lastReport = -Infinity;
  private phase = "";
  /** Milliseconds. */
  private paused = 0;

  constructor(command: Int32Array, report: (progress: Progress) => void) {
    this.command = command;
    this.report = report;
  }

  get finishNow(): boolean {
    return Atomics.load(this.command, 0) === JobCommand.keep;
  }

  get secondsPaused(): number {
    return this.paused / 1000;
  }

  progress(progress: Progress): void {
    const now = performance.now();
    if (progress.phase === this.phase && now - this.lastReport < PROGRESS_EVERY) return;
    this.phase = progress.phase;
    this.lastReport = now;
    this.report(progress);
  }

  async checkpoint(): Promise<void> {
    if (performance.now() - this.lastBreath > BREATH) {
      await yieldToEventLoop();
      this.lastBreath = performance.now();
    }
    const begin = performance.now();
    let waited = false;
    while (Atomics.load(this.command, 0) === JobCommand.pause) {
      await sleep(40);
      waited = true;
    }
    if (waited) this.paused += performance.now() - begin;
    if (Atomics.load(this.command, 0) === JobCommand.cancel) throw new CancelledError();
  }
}
