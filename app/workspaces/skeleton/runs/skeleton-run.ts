import type { Job } from "../../../../workers/client";
import { CurrentJob, type JobListener } from "../../../document/session/jobs/current-job";
import type { ExtractionRun } from "../../../document/session/work";
import type { Stores } from "../../../document/stores";

/** Minimum time between updates of the progress on screen, ms. */
const PROGRESS_MS = 120;

/** What a service does with the news of its run. The run's progress is on screen without its help. */
type RunListener<T, News> = Omit<JobListener<T, News>, "progress" | "progressEvery">;

/** The run of a service that finds a skeleton or fits one: its job, and its progress on screen. */
export class SkeletonRun<T, News = never> {
  readonly #work: Stores["work"];
  readonly #current = new CurrentJob<T, News>();

  constructor({ work }: Stores) {
    this.#work = work;
  }

  /**
   * Runs a job. It is no longer on screen when `done` or `failed` is called.
   *
   * @param result what the run ends with: work that follows the job's own result
   */
  start<R>(title: string, job: Job<T, News>, listener: RunListener<R, News>, result: Promise<R>): void {
    const startedAt = Date.now();
    this.#work.setState({
      extraction: { title, progress: null, startedAt, keeping: false, rmsePercent: null },
    });
    this.#current.follow(
      job,
      {
        ...listener,
        progressEvery: PROGRESS_MS,
        progress: (progress) => this.#patch({ progress }),
        done: (found) => {
          this.#hide();
          listener.done(found);
        },
        failed: (error) => {
          this.#hide();
          listener.failed(error);
        },
      },
      result,
    );
  }

  /** Shows the error of the best skeleton so far. */
  showError(rmsePercent: number): void {
    this.#patch({ rmsePercent });
  }

  /** Ends the run with its best skeleton so far. */
  keep(): void {
    if (!this.#current.job) return;
    this.#patch({ keeping: true });
    this.#current.job.keep();
  }

  /** Ends the run without a result. @returns whether there was one. */
  cancel(): boolean {
    const job = this.#current.release();
    if (!job) return false;
    this.#hide();
    job.cancel();
    return true;
  }

  #patch(change: Partial<ExtractionRun>): void {
    this.#work.setState(({ extraction }) => ({ extraction: extraction && { ...extraction, ...change } }));
  }

  #hide(): void {
    this.#work.setState({ extraction: null });
  }
}
