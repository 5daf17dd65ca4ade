import { runOf } from "../../../document/compare/compare-state";
import type { History } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";
import { openResult } from "../../../document/solve/open-result";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { runTitle } from "./compare-table";
import type { RigCache } from "./rig-cache";

interface OpeningParts {
  history: History;
  shelf: RigCache;
  /** Solves a run again, whose rig was released. */
  again(id: number): void;
}

/** Makes the rig of a run the document's. A rig that was released is solved again first. */
export class RunOpening {
  readonly #stores: Stores;
  readonly #parts: OpeningParts;
  /** What waits until a run has its rig again. */
  readonly #awaited = new Map<number, () => void>();

  constructor(stores: Stores, parts: OpeningParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  /** Opens a run, then calls `then`. Refused while the artist solves: see `Comparing.open`. */
  open(id: number, then?: () => void): void {
    const stores = this.#stores;
    const { history, shelf, again } = this.#parts;
    const run = runOf(stores.compare.getState().runs, id);
    if (!run) return;
    if (stores.work.getState().solve) {
      const advice = "Cancel it or keep its result, then open this one.";
      toast(stores, "A solve is running", advice, { kind: "warning" });
      return;
    }
    const result = shelf.get(id);
    if (!result) {
      this.#awaited.set(id, () => this.open(id, then));
      again(id);
      return;
    }
    if (stores.document.getState().rig !== result.rig) {
      runAndTell(stores, history, openResult(stores, `Open ${runTitle(run)}`, result, run.settings));
    }
    then?.();
  }

  /** A run has its rig. */
  arrived(id: number): void {
    const then = this.#awaited.get(id);
    this.forget(id);
    then?.();
  }

  /** A run does not get its rig, so nothing waits for it any more. */
  forget(id: number): void {
    this.#awaited.delete(id);
  }

  forgetAll(): void {
    this.#awaited.clear();
  }
}
