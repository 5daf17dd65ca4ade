/** When the next save is due: soon after the hand rests, and often enough while it works. In milliseconds. */
export interface SaveTimes {
  /** A save waits until nothing has changed for this long … */
  quiet: number;
  /** … but never longer than this after the first change that is not saved. */
  longest: number;
  /** A save that failed is tried again after this. */
  retry: number;
}

export const SAVE_TIMES: SaveTimes = { quiet: 500, longest: 4000, retry: 30_000 };

/** Decides when to save. Knows no clock and no timers: it is told what time it is, and asked what is due. */
export class SaveSchedule {
  private readonly times: SaveTimes;
  private first: number | null = null;
  private last = 0;
  private urgent = false;
  private running = 0;
  private failedAt: number | null = null;

  constructor(times: SaveTimes = SAVE_TIMES) {
    this.times = times;
  }

  /** Whether there are changes that are not on the disk, those under way included. */
  get unsaved(): boolean {
    return this.running > 0 || this.first !== null;
  }

  /** Whether there are changes that no save has begun to write. */
  get pending(): boolean {
    return this.first !== null;
  }

  /** @param urgent what took long to make is saved at once. */
  changed(now: number, urgent = false): void {
    this.first ??= now;
    this.last = now;
    this.urgent ||= urgent;
    this.failedAt = null;
  }

  /** The time of the next save; null where there is none to come, or one is running. */
  due(): number | null {
    if (this.running > 0 || this.first === null) return null;
    if (this.failedAt !== null) return this.failedAt + this.times.retry;
    if (this.urgent) return this.last;
    return Math.min(this.last + this.times.quiet, this.first + this.times.longest);
  }

  /** A save of all changes up to now begins. */
  started(): void {
    this.running++;
    this.first = null;
    this.urgent = false;
  }

  ended(saved: boolean, now: number): void {
    this.running--;
    if (saved) return;
    // What came meanwhile has a reason of its own to be saved soon.
    if (this.first === null) this.failedAt = now;
    this.first ??= now;
  }

  /** All changes are safe by other means, or there is nothing open any more. */
  clear(): void {
    this.first = null;
    this.urgent = false;
    this.failedAt = null;
  }
}
