import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { keepColours } from "../../../../document/bone-colours";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { HeldLocks } from "./held-locks";

/** The rig of a running solve, as it is shown, and what it keeps of the rig that the solve continues from. */
export class RigInProgress {
  /** Whether the solve continues from the document's rig, and keeps its bones, names and locks. */
  isContinued = false;
  /** The number of bones after an edit split or merged some. Replaces the number in the settings. */
  bonesByHand: number | null = null;
  readonly #stores: Stores;
  /** The locks of the rig that the solve continues from. */
  readonly #held = new HeldLocks();

  constructor(stores: Stores) {
    this.#stores = stores;
    stores.document.subscribe(
      ({ settings }) => settings.bones,
      () => (this.bonesByHand = null),
    );
  }

  /** A solve begins: from a rig, or from nothing. */
  begin(from: Rig | null, locks: SolveLocks | null): void {
    this.isContinued = from !== null;
    this.bonesByHand = null;
    this.#held.hold(from, locks);
  }

  /** The artist edited the rig: the solve keeps its bones from now on. */
  takeEdited(rig: Rig, locks: SolveLocks | null): void {
    this.isContinued = true;
    this.#held.hold(rig, locks);
    this.show(rig);
  }

  /** The settings, with the number of bones that the artist's edits left. */
  asked(settings: SolveSettings): SolveSettings {
    return this.bonesByHand === null ? settings : { ...settings, bones: this.bonesByHand };
  }

  locksOf(rig: Rig): SolveLocks | null {
    return this.#held.of(rig);
  }

  /** A rig in the colours on screen. Bones keep their colour by name. */
  coloured(rig: Rig): Rig {
    const shown = this.#shown((before) => before);
    return shown ? keepColours(rig, shown.bones) : rig;
  }

  /** The rig from which the solve can go on; null if it has none yet. */
  toGoOnFrom(): Rig | null {
    return this.#shown((before) => rigToContinue(before, this.#stores.document.getState()));
  }

  show(rig: Rig): void {
    this.#stores.document.setState({ partial: this.coloured(rig), partialLocks: this.locksOf(rig) });
  }

  hide(): void {
    this.#stores.document.setState({ partial: null, partialLocks: null });
  }

  /** The solve's rig on screen. Before there is one, the document's stands for it if the solve continues from that. */
  #shown(ofDocument: (rig: Rig) => Rig): Rig | null {
    const { partial, rig } = this.#stores.document.getState();
    return partial ?? (this.isContinued && rig ? ofDocument(rig) : null);
  }
}
