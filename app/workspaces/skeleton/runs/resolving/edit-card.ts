import type { Progress } from "../../../../../workers/model/task";
import type { WaitingTask } from "../../../../document/session/work";
import type { Stores } from "../../../../document/stores";

/** An edit that takes longer than this shows its progress, and can be cancelled. */
const SHOWN_AFTER_MS = 200;

/** The card of an edit that is being solved. Another card that is shown meanwhile stays. */
export class EditCard {
  readonly #work: Stores["work"];
  readonly #timer: ReturnType<typeof setTimeout>;
  #task: WaitingTask;

  constructor({ work }: Stores, title: string, cancel: () => void) {
    this.#work = work;
    this.#task = { title, progress: null, cancel };
    this.#timer = setTimeout(() => work.setState({ waiting: this.#task }), SHOWN_AFTER_MS);
  }

  title(title: string): void {
    this.#change({ title });
  }

  progress(progress: Progress): void {
    this.#change({ progress });
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#work.setState({ waiting: null });
  }

  get #isShown(): boolean {
    return this.#work.getState().waiting === this.#task;
  }

  #change(change: Partial<WaitingTask>): void {
    const isShown = this.#isShown;
    this.#task = { ...this.#task, ...change };
    if (isShown) this.#work.setState({ waiting: this.#task });
  }
}
