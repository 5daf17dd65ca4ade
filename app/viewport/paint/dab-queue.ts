/** Of a frame, what touches of a stroke may take, in milliseconds. */
const BUDGET = 12;

/**
 * Works off the touches of a stroke in order, as many at once as a frame has time for: a hand that is faster than the
 * machine never holds the page up.
 */
export class DabQueue<P extends { time: number }> {
  private waiting: P[] = [];
  private next = 0;
  private request = 0;
  private ended: (() => void) | null = null;
  private readonly touch: (place: P) => boolean;
  private readonly show: (since: number) => void;

  /**
   * @param touch does one, and says whether the picture changes
   * @param show is called after several, with the time of the first of them
   */
  constructor(touch: (place: P) => boolean, show: (since: number) => void) {
    this.touch = touch;
    this.show = show;
  }

  add(place: P): void {
    this.waiting.push(place);
  }

  /** Works off what there is time for; the rest follows by itself. */
  work(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    const began = performance.now();
    const first = this.waiting[this.next];
    let changed = false;
    while (this.next < this.waiting.length) {
      changed = this.touch(this.waiting[this.next++]) || changed;
      if (performance.now() - began > BUDGET) break;
    }
    if (changed) this.show(first.time);
    if (this.next < this.waiting.length) {
      this.request = requestAnimationFrame(() => this.work());
      return;
    }
    this.waiting = [];
    this.next = 0;
    const { ended } = this;
    this.ended = null;
    ended?.();
  }

  /** Calls back once everything is worked off: at once where that is soon. */
  end(done: () => void): void {
    this.ended = done;
    this.work();
  }

  cancel(): void {
    cancelAnimationFrame(this.request);
    this.waiting = [];
    this.next = 0;
    this.ended = null;
  }
}
