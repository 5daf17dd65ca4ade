/**
 * Answers questions one after the other, like those of a drag. While one is being answered, only the latest waits: the
 * others are forgotten.
 */
export class LatestQuestion<Q> {
  #waiting: { question: Q } | null = null;
  #isAnswering = false;
  readonly #answer: (question: Q) => Promise<void>;
  readonly #skipped: (question: Q) => void;

  /**
   * @param answer answers a question, and handles its errors itself.
   * @param skipped hears of each question that is never answered.
   */
  constructor(answer: (question: Q) => Promise<void>, skipped: (question: Q) => void = () => {}) {
    this.#answer = answer;
    this.#skipped = skipped;
  }

  ask(question: Q): void {
    this.forget();
    this.#waiting = { question };
    if (!this.#isAnswering) void this.#answerAll();
  }

  /** Forgets the question that waits. */
  forget(): void {
    if (!this.#waiting) return;
    const { question } = this.#waiting;
    this.#waiting = null;
    this.#skipped(question);
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true;
    try {
      while (this.#waiting) {
        const { question } = this.#waiting;
        this.#waiting = null;
        await this.#answer(question);
      }
    } finally {
      this.#isAnswering = false;
    }
  }
}
