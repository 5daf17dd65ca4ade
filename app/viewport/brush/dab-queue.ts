/** Of a frame, what touches of a stroke may take, and what showing them may, in milliseconds. */
const TOUCHING = 10;
const SHOWING = 8;

/**
 * Works off the touches of a stroke in order, as many at once as a frame has time for: a hand that is faster than the
 * machine never holds the page up.
 */
export class DabQueue<P extends { time: number }> {
  private waiting: P[] = [];
  private next = 0;
  private request = 0;
  /** Time of the first touch that is not shown yet, or not wholly; null where all are. */
  private since: number | null = null;
  private ended: (() => void) | null = null;
  private readonly touch: (place: P) => boolean;
  private readonly show: (since: number, until: number) => boolean;

  /**
   * @param touch does one, and says whether the picture changes
   * @param show is called after several, with the time of the first of them, and when to stop; true where some of it is left
   */
  constructor(touch: (place: P) => boolean, show: (since: number, until: number) => boolean) {
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
    while (this.next < this.waiting.length) {
      const place = this.waiting[this.next++];
      if (this.touch(place)) this.since ??= place.time;
      if (performance.now() - began > TOUCHING) break;
    }
    if (this.since !== null && !this.show(this.since, performance.now() + SHOWING)) this.since = null;
    if (this.next < this.waiting.length || this.since !== null) {
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
    this.since = null;
    this.ended = null;
  }
}
