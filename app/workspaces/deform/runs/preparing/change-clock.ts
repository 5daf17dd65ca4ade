import type { Stores } from "../../../../document/stores";

/** Measures the time from a change to its picture. */
export class ChangeClock {
  readonly #stores: Stores;
  #changedAt = 0;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Something was changed. */
  start(): void {
    this.#changedAt = performance.now();
  }

  /** The next picture shows the change. @param what the work that it needed */
  stop(what: string): void {
    const begun = this.#changedAt;
    nextPicture(() =>
      this.#stores.prepared.setState({ lastChange: { seconds: (performance.now() - begun) / 1000, what } }),
    );
  }
}

/** Calls `then` after the next frame is drawn, or at once if there are no frames. */
function nextPicture(then: () => void): void {
  if (typeof requestAnimationFrame === "undefined") then();
  else requestAnimationFrame(() => requestAnimationFrame(then));
}
