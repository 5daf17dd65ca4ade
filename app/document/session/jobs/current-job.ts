import type { Job } from "../../../../workers/client";
import type { Progress } from "../../../../workers/model/task";
import { throttle } from "../../../common/throttle";

/** What a service does with the news of its job. */
export interface JobListener<T, Partial> {
  done(result: T): void;
  /** Also called if the job was cancelled: see `isCancel`. */
  failed(error: unknown): void;
  progress?(progress: Progress): void;
  partial?(partial: Partial): void;
  /** Minimum times between calls, ms; 0 by default. */
  progressEvery?: number;
  partialEvery?: number;
}

/**
 * The one job that a service runs. A job that was replaced or released is no longer heard, so its late results never
 * reach the page.
 */
export class CurrentJob<T, Partial = never> {
  #job: Job<T, Partial> | null = null;

  /** The running job, or null. */
  get job(): Job<T, Partial> | null {
    return this.#job;
  }

  /**
   * Makes a job the current one. It ends before `done` or `failed` is called.
   *
   * @param result what the job ends with, if more work follows its own result
   */
  follow(job: Job<T, Partial>, listener: JobListener<T, Partial>): void;
  follow<R>(job: Job<T, Partial>, listener: JobListener<R, Partial>, result: Promise<R>): void;
  follow(
    job: Job<T, Partial>,
    { done, failed, progress, partial, progressEvery = 0, partialEvery = 0 }: JobListener<unknown, Partial>,
    result: Promise<unknown> = job.result,
  ): void {
    this.#job = job;
    const whileCurrent = <V>(call: (value: V) => void) => {
      return (value: V) => void (this.#job === job && call(value));
    };
    const atEnd = <V>(call: (value: V) => void) =>
      whileCurrent((value: V) => {
        this.#job = null;
        call(value);
      });
    if (progress) job.onProgress(paced(progressEvery, whileCurrent(progress)));
    if (partial) job.onPartial(paced(partialEvery, whileCurrent(partial)));
    result.then(atEnd(done), atEnd(failed));
  }

  /** Stops listening to the job. @returns it, still running; null if there is none. */
  release(): Job<T, Partial> | null {
    const job = this.#job;
    this.#job = null;
    return job;
  }
}

const paced = <V>(milliseconds: number, call: (value: V) => void) =>
  milliseconds > 0 ? throttle(milliseconds, call) : call;
