import type { Job } from "../../../../../workers/client";
import { CurrentJob, type JobListener } from "../../../../document/session/jobs/current-job";
import { type Key, sameKey } from "./prepared-keys";

/** Prepares one kind of data. Knows which settings it has data for, which it is working on, and which failed. */
export class Preparation {
  private readonly current = new CurrentJob<unknown>();
  /** The key of the existing data. */
  private made: Key | null = null;
  private running: Key | null = null;
  /** The key that was cancelled or failed. */
  private refused: Key | null = null;

  get isRunning(): boolean {
    return this.current.job !== null;
  }

  /** Whether there are data, but for other settings. */
  isStale(key: Key | undefined): boolean {
    return !!key && !!this.made && !sameKey(this.made, key);
  }

  /** Whether data for the key have to be computed now. */
  isDue(key: Key): boolean {
    return !this.isRunning && !sameKey(this.made, key) && !sameKey(this.refused, key);
  }

  /** Whether the running computation has become useless. During a drag its result is close to the current value. */
  isUseless(key: Key, isDrag: boolean): boolean {
    return this.isRunning && !sameKey(this.running, key) && (!isDrag || sameKey(this.made, key));
  }

  run<T>(key: Key, job: Job<T>, { done, failed, progress }: JobListener<T, never>): void {
    this.running = key;
    this.current.follow(
      job,
      {
        progress,
        done: (value: T) => {
          this.made = key;
          done(value);
        },
        failed: (error) => {
          this.refused = key;
          failed(error);
        },
      },
      job.result,
    );
  }

  stop(): void {
    this.current.release()?.cancel();
  }

  /** Stops, and does not try the same again. */
  refuse(): void {
    if (this.isRunning) this.refused = this.running;
    this.stop();
  }

  /** Allows another attempt. */
  allow(): void {
    this.refused = null;
  }
}
