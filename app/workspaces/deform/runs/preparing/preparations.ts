import type { Handle } from "../../../../../workers/client";
import type { DeformSource } from "../../../../../workers/model/deform";
import { shownDeform } from "../../../../document/document";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import type { DataKind } from "./data-kinds";
import { Preparation } from "./preparation";
import type { Key, PreparedKind } from "./prepared-keys";

/** The keys of the data that are needed. */
export type NeededKeys = Partial<Record<PreparedKind, Key>>;

interface PreparationsParts {
  kinds: Record<PreparedKind, DataKind>;
  /** Data are on screen with the next picture. @param what the work that they needed */
  shown(what: string): void;
  /** A kind has ended: other keys may be due. */
  look(): void;
}

/** Whether the artist waits for this kind of data: then its progress is shown. */
const isAwaited = (kind: PreparedKind) => kind !== "strengths";

/** The work on all kinds of data. */
export class Preparations {
  readonly #stores: Stores;
  readonly #parts: PreparationsParts;
  #all = newPreparations();

  constructor(stores: Stores, parts: PreparationsParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  /** Begins anew, because the data are of another rig. */
  discard(): void {
    for (const each of Object.values(this.#all)) each.stop();
    this.#all = newPreparations();
  }

  /** Stops work that has become useless. @returns whether other work is due. */
  look(keys: NeededKeys): boolean {
    this.#stores.prepared.setState({ stale: this.#all.direct.isStale(keys.direct) });
    const isDrag = this.#stores.document.getState().liveDeform !== null;
    const entries = Object.entries(keys) as [PreparedKind, Key][];
    for (const [kind, key] of entries) {
      if (!this.#all[kind].isUseless(key, isDrag)) continue;
      this.#all[kind].stop();
      this.#hideProgress();
    }
    return entries.some(([kind, key]) => this.#all[kind].isDue(key));
  }

  /** Starts all work that is due. */
  start(source: Handle<DeformSource>, keys: NeededKeys): void {
    for (const kind of Object.keys(this.#parts.kinds) as PreparedKind[]) {
      const key = keys[kind];
      if (key && this.#all[kind].isDue(key)) this.#run(kind, key, source);
    }
  }

  /** Stops the work that the artist waits for, and does not try the same again. */
  refuse(): void {
    for (const each of [this.#all.direct, this.#all.centres]) each.refuse();
    this.#hideProgress();
  }

  /** Allows another attempt at what was cancelled or failed. */
  allow(): void {
    for (const each of Object.values(this.#all)) each.allow();
  }

  #run(kind: PreparedKind, key: Key, source: Handle<DeformSource>): void {
    const { kinds, shown, look } = this.#parts;
    const { prepared, document } = this.#stores;
    const question = { source, settings: shownDeform(document.getState()) };
    kinds[kind].begin(this.#all[kind], key, question, {
      ...(isAwaited(kind) && { progress: (progress) => prepared.setState({ progress }) }),
      done: (what) => {
        this.#hideProgress();
        // Strengths are part of the direct data that are on their way.
        if (kind !== "strengths" || !this.#all.direct.isRunning) shown(what);
        look();
      },
      failed: (error) => {
        this.#hideProgress();
        if (!isCancel(error)) reportError(this.#stores, error, "Preparing the deformer");
        look();
      },
    });
  }

  /** Hides the progress if nothing runs that the artist waits for. */
  #hideProgress(): void {
    const { direct, centres } = this.#all;
    if (!direct.isRunning && !centres.isRunning) this.#stores.prepared.setState({ progress: null });
  }
}

const newPreparations = (): Record<PreparedKind, Preparation> => ({
  strengths: new Preparation(),
  direct: new Preparation(),
  centres: new Preparation(),
});
