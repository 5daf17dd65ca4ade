import type { Rig } from "../../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { nothingResolved } from "./nothing-resolved";

interface WaitingEdit {
  edit: HierarchyEdit;
  /** The rig whose bones it names. */
  of: Rig;
  done(): void;
}

/** Edits of the skeleton that wait until the ones before are done. */
export class EditQueue {
  readonly #stores: Stores;
  readonly #perform: (edit: HierarchyEdit, of: Rig) => Promise<void>;
  readonly #waiting: WaitingEdit[] = [];
  #isRunning = false;

  constructor(stores: Stores, perform: (edit: HierarchyEdit, of: Rig) => Promise<void>) {
    this.#stores = stores;
    this.#perform = perform;
  }

  /** How many edits wait. The one that is being performed does not count. */
  get length(): number {
    return this.#waiting.length;
  }

  /** @returns when the edit is done. */
  add(edit: HierarchyEdit, of: Rig): Promise<void> {
    const done = new Promise<void>((resolve) => this.#waiting.push({ edit, of, done: resolve }));
    void this.#run();
    return done;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        if (this.#stores.work.getState().resolving) await nothingResolved(this.#stores);
        await this.#perform(next.edit, next.of).catch((error) =>
          reportError(this.#stores, error, "Editing the skeleton"),
        );
        next.done();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
