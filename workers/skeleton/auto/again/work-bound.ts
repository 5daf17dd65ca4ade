/** The most work of further searches, so that nobody waits long without having asked for it. */
import { stepWork } from "../effort";

/** Multiplications a minute on one thread, rounded. */
const SPEED = 6e10;
/** Further searches have the work of so many minutes. */
const MINUTES = 4;

/** Counts the iterations of searches. They have no time limit, so that the result does not depend on the machine. */
export class WorkBound {
  /** Whether a search ended early. */
  isSpent = false;
  private left = MINUTES * SPEED;
  private readonly frames: number;
  private readonly bones: number;
  private readonly mayGoOn: () => boolean;

  /** @param mayGoOn is asked too, before each iteration. */
  constructor(frames: number, bones: number, mayGoOn: () => boolean) {
    this.frames = frames;
    this.bones = bones;
    this.mayGoOn = mayGoOn;
  }

  /** For searches on this many vertices: whether one may go on to its next iteration. */
  on(vertices: number): () => boolean {
    const each = stepWork({ vertexCount: vertices, frameCount: this.frames }, this.bones);
    return () => {
      if (!this.mayGoOn()) return false;
      this.left -= each;
      if (this.left < 0) this.isSpent = true;
      return !this.isSpent;
    };
  }

  /** A sentence about searches that ended early. */
  notes(): string[] {
    return this.isSpent
      ? [
          `Further searches ended early, because they had done the work of about ${MINUTES} minutes. “Further searches: All” (--thorough) may find a better skeleton, and can take several times as long.`,
        ]
      : [];
  }
}
