import type { Rig } from "../../../../../workers/model/rig/rig";
import { keepColours } from "../../../../document/bone-colours";
import type { DocumentState } from "../../../../document/document";
import type { Stores } from "../../../../document/stores";
import { FITTED, isSameChange, type LiveChange } from "./fitted";
import type { QuickFitting } from "./quick-fitting";

/** The quick fits for one change of settings, on screen over the document's rig. They are not part of the document. */
export class QuickPreview {
  readonly #stores: Stores;
  readonly #fitting: QuickFitting;
  readonly #start: DocumentState;
  /** The fit on screen, and the change that it answers. */
  #shown: { rig: Rig; of: LiveChange } | null = null;
  #isOver = false;

  /** @param start the document before the change */
  constructor(stores: Stores, fitting: QuickFitting, start: DocumentState) {
    this.#stores = stores;
    this.#fitting = fitting;
    this.#start = start;
  }

  /** The fit on screen, or null. */
  get rig(): Rig | null {
    return this.#shown?.rig ?? null;
  }

  /** Shows the fit for a change, unless it is on screen already. Until it is found, the former rig stays. */
  async show(change: LiveChange): Promise<void> {
    const shown = this.#stores.of(FITTED);
    if (!this.#shown) shown.setState({ shows: "former", eRms: null });
    else if (isSameChange(this.#shown.of, change)) return;
    const { rig: before, settings, locks } = this.#start;
    // If it fails, the former rig stays in the picture, and the first answer says what is wrong.
    const found = await this.#fitting.fit(this.#start, { ...settings, ...change }).catch(() => null);
    // During a drag an answer may come after the artist has moved on. It is shown until the next one comes.
    if (!found || this.#isOver) return;
    const rig = keepColours(found.rig, before!.bones);
    this.#shown = { rig, of: change };
    this.#stores.document.setState({ partial: rig, partialLocks: locks });
    shown.setState({ shows: "quick", eRms: found.eRms });
  }

  /** Takes the fit off the screen. */
  hide(): void {
    if (this.rig && this.#stores.document.getState().partial === this.rig)
      this.#stores.document.setState({ partial: null, partialLocks: null });
  }

  /** Ends the work on fits, and takes the last one off the screen. */
  end(): void {
    this.#isOver = true;
    this.#fitting.stop();
    this.hide();
  }
}
