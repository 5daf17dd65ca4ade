import type { Command, History } from "./history";

/** A step of the history that changes while a drag, or the work for it, goes on. All its results are one undo. */
export class OpenStep {
  readonly #history: History;
  #id: number | null = null;

  constructor(history: History) {
    this.#history = history;
  }

  /** Does a command as a new step. @returns false if the history could not keep it. */
  begin(command: Command): boolean {
    this.#history.run(command);
    this.#id = this.#history.state.getState().steps.at(-1)?.id ?? null;
    return this.#id !== null;
  }

  /** Replaces the step's command. @returns false, with nothing done, if the step is no longer the last one. */
  replace(command: Command): boolean {
    return this.#id !== null && this.#history.settle(this.#id, command);
  }

  /** Whether the step is done, and no other step has followed it. */
  get isLast(): boolean {
    const { steps, position } = this.#history.state.getState();
    return this.#id !== null && position === steps.length && steps.at(-1)?.id === this.#id;
  }
}
