import type { DocumentState } from "../document";
import type { HistoryStep } from "../history/history";
import type { SavedState } from "../session/work";
import type { Stores } from "../stores";
import { SaveSchedule } from "./save-schedule";
import { guardUnload } from "./unload-guard";

/** What a version is made of: the document, and the steps of the history that led to it. */
export interface Snapshot {
  state: DocumentState;
  steps: readonly HistoryStep[];
}

/** What a save needs of its caller. */
interface SavingParts {
  /** What to save when a save is due. */
  now(): Snapshot;
  write(snapshot: Snapshot): Promise<void>;
}

/** Saves changes when they are due, one save after the other, and says whether the project is saved. */
export class Saving {
  readonly #stores: Stores;
  readonly #parts: SavingParts;
  readonly #schedule = new SaveSchedule();
  readonly #guard = guardUnload();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saves = Promise.resolve();

  constructor(stores: Stores, parts: SavingParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  /** Whether there are changes that no save has begun to write. */
  get isPending(): boolean {
    return this.#schedule.pending;
  }

  /** Resolves when all saves so far have ended, or failed. */
  get settled(): Promise<void> {
    return this.#saves;
  }

  /** @param isUrgent saves at once. Set it for results of long work. */
  changed(isUrgent = false): void {
    this.#schedule.changed(Date.now(), isUrgent);
    this.#say("saving");
    this.#arrange();
  }

  /** The document is on disk already: it was read from there. */
  opened(): void {
    this.#say("saved");
  }

  /** All changes were saved in another way. */
  savedElsewhere(): void {
    this.#schedule.clear();
    this.#say("saved");
    this.#arrange();
  }

  /** Saves after the saves that are running. */
  save(snapshot = this.#parts.now()): Promise<void> {
    this.#schedule.started();
    this.#saves = this.#saves.then(async () => {
      this.#say("saving");
      const message = await this.#parts.write(snapshot).then(() => null, whyNotSaved);
      this.#schedule.ended(message === null, Date.now());
      if (message !== null) this.#say("failed", message);
      else if (!this.#schedule.unsaved) this.#say("saved");
      this.#arrange();
    });
    return this.#saves;
  }

  /** Sets the timer for the next save. */
  #arrange(): void {
    clearTimeout(this.#timer);
    this.#guard(this.#schedule.unsaved);
    const due = this.#schedule.due();
    if (due !== null) this.#timer = setTimeout(() => void this.save(), Math.max(0, due - Date.now()));
  }

  /** Shows whether the project is saved, with the time of the last save or failure. */
  #say(state: SavedState["state"], message = ""): void {
    const { document, work } = this.#stores;
    if (!document.getState().sequence) {
      work.setState({ saved: null });
      return;
    }
    const since = work.getState().saved;
    const time = state === "saving" && since ? since.time : Date.now();
    if (state !== since?.state || state !== "saving") work.setState({ saved: { state, time, message } });
  }
}

/** The browser has no place for projects. */
export class NoStorage extends Error {
  override message = "This browser cannot store projects. Save the project as a file instead.";
}

function whyNotSaved(error: unknown): string {
  if (error instanceof Error && "complaint" in error) {
    const { title, body } = error.complaint as { title: string; body: string };
    return `${title}. ${body}`;
  }
  if (error instanceof NoStorage) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The browser could not write it (${message}). Save the project as a file.`;
}
