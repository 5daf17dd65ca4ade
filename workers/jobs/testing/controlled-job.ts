import { CancelledError } from "../../model/errors";
import type { Job } from "../client/client-types";

/** A job that a test ends. A cancel rejects it, as in the client. */
export class ControlledJob<T, P = never> implements Job<T, P> {
  readonly id = 1;
  readonly result: Promise<T>;
  finish: (value: T) => void = () => {};
  fail: (error: unknown) => void = () => {};
  cancelled = false;
  paused = false;
  kept = false;
  private readonly listeners: ((partial: P) => void)[] = [];

  constructor() {
    this.result = new Promise((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
    });
    this.result.catch(() => {});
  }

  cancel() {
    this.cancelled = true;
    this.fail(new CancelledError());
  }

  pause() {
    this.paused = true;
  }

  resume() {
    this.paused = false;
  }

  keep() {
    this.kept = true;
  }

  onProgress() {
    return () => {};
  }

  onPartial(listen: (partial: P) => void) {
    this.listeners.push(listen);
    return () => {};
  }

  /** Sends a partial result to all listeners. */
  show(partial: P) {
    for (const listen of this.listeners) listen(partial);
  }
}
