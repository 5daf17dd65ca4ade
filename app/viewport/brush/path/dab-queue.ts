/** The time in a frame for touches of a stroke, and for showing them, in milliseconds. */
const TOUCHING = 10;
const SHOWING = 8;

/**
 * Processes the touches of a stroke in order, within a time limit per frame, so that fast strokes never block the page.
 */
export class DabQueue<P extends { time: number }> {
  private waiting: P[] = [];
  private next = 0;
  private request = 0;
  /** Time of the first touch that is not fully shown yet; null if all are shown. */
  private since: number | null = null;
  private ended: (() => void) | null = null;
  private readonly touch: (place: P) => boolean;
  private readonly show: (since: number, until: number) => boolean;

  /**
   * @param touch processes one touch, and returns whether the picture changes
   * @param show shows the last touches, given the time of the first of them and the time to stop; returns whether some
   * work is left
   */
  constructor(touch: (place: P) => boolean, show: (since: number, until: number) => boolean) {
    this.touch = touch;
    this.show = show;
  }

  add(place: P): void {
    this.waiting.push(place);
  }

  /** Processes what fits into this frame, and schedules the rest. */
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

  /** Calls back once everything is processed; at once if that fits into this frame. */
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
