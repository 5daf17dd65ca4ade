import type { Stores } from "../../../document/stores";

/** Holds a queue while the artist pauses it or solves, because their own solve has priority. */
export class QueueHold {
  readonly #stores: Stores;
  #since: number | null = null;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  get isHeld(): boolean {
    return this.#stores.compare.getState().paused || this.#stores.work.getState().solve !== null;
  }

  /** Pauses or resumes the running job to match the current state. Its clock stands still meanwhile. */
  apply(job: { pause(): void; resume(): void } | null): void {
    if (this.isHeld) {
      this.#since ??= Date.now();
      job?.pause();
      return;
    }
    if (this.#since !== null) {
      const rest = Date.now() - this.#since;
      this.#stores.compare.setState(({ startedAt }) => ({ startedAt: startedAt + rest }));
    }
    this.#since = null;
    job?.resume();
  }
}
