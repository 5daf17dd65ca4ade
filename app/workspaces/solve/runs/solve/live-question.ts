import type { SolveIntent, SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import type { Stores } from "../../../../document/stores";

/** Time between a change of settings and the restart of a running solve, ms. */
const LIVE_DELAY_MS = 300;

/** What a running solve was asked. */
interface Asked {
  settings: SolveSettings;
  intent: SolveIntent;
}

/** Asks a running solve again, a moment after the artist's last change of its settings or maps. */
export class LiveQuestion {
  readonly #stores: Stores;
  readonly #askAgain: (before: SolveSettings) => void;
  /** Null while no solve runs. */
  #asked: Asked | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param askAgain restarts the solve with the document's settings. It hears which ones the solve had. */
  constructor(stores: Stores, askAgain: (before: SolveSettings) => void) {
    this.#stores = stores;
    this.#askAgain = askAgain;
    const changed = () => this.#changed();
    stores.document.subscribe(({ settings }) => settings, changed);
    stores.document.subscribe(({ intent }) => intent, changed);
  }

  /** A solve was asked. */
  ask({ settings, intent }: Asked): void {
    this.#asked = { settings, intent };
  }

  /** The solve has ended. */
  end(): void {
    this.#asked = null;
    clearTimeout(this.#timer);
  }

  #changed(): void {
    if (!this.#asked) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), LIVE_DELAY_MS);
  }

  #look(): void {
    const { settings, intent } = this.#stores.document.getState();
    const asked = this.#asked;
    if (asked && (settings !== asked.settings || intent !== asked.intent)) this.#askAgain(asked.settings);
  }
}
