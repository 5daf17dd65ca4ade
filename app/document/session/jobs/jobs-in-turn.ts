import type { Job } from "../../../../workers/client";
import { CurrentJob, type JobListener } from "./current-job";

/** A row of a table, and the job that works on it. */
interface Turn<Id, T> {
  id: Id;
  job: Job<T>;
}

/** What a table does with the jobs of its rows. */
export interface Turns<Id, T> extends Pick<JobListener<T, never>, "progress" | "progressEvery"> {
  /** Starts the job of the row that is due; null if no row waits, or none may start now. */
  next(): Turn<Id, T> | null;
  began(id: Id): void;
  done(id: Id, result: T): void;
  /** Also called if the job was cancelled: see `isCancel`. */
  failed(id: Id, error: unknown): void;
}

/** Works on the rows of a table, one job at a time. When a job ends, the next row is due. */
export class JobsInTurn<Id, T> {
  readonly #turns: Turns<Id, T>;
  readonly #current = new CurrentJob<T>();
  #id: Id | null = null;

  constructor(turns: Turns<Id, T>) {
    this.#turns = turns;
  }

  /** The running job, or null. */
  get job(): Job<T> | null {
    return this.#current.job;
  }

  /** The row whose job is running, or null. */
  get id(): Id | null {
    return this.#id;
  }

  /** Starts the job that is due, unless one is running. */
  next(): void {
    const due = this.job ? null : this.#turns.next();
    if (due) this.run(due);
  }

  /** Runs a job out of turn. None may be running. */
  run({ id, job }: Turn<Id, T>): void {
    const { began, progress, progressEvery, done, failed } = this.#turns;
    this.#id = id;
    began(id);
    this.#current.follow(job, {
      ...{ progress, progressEvery },
      done: (result) => this.#end(() => done(id, result)),
      failed: (error) => this.#end(() => failed(id, error)),
    });
  }

  /** Cancels the running job, and does not start another. */
  stop(): void {
    this.#id = null;
    this.#current.release()?.cancel();
  }

  #end(tell: () => void): void {
    this.#id = null;
    tell();
    this.next();
  }
}
