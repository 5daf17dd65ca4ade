/** When the next save is due: soon after the artist pauses, and regularly while they work. In milliseconds. */
export interface SaveTimes {
  /** A save waits until nothing has changed for this long … */
  quiet: number;
  /** … but at most this long after the first unsaved change. */
  longest: number;
  /** A failed save is tried again after this time. */
  retry: number;
}

export const SAVE_TIMES: SaveTimes = { quiet: 500, longest: 4000, retry: 30_000 };

/** Decides when to save. Has no clock or timer of its own: callers pass the time. */
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

  /** Whether some changes are not on disk yet, including those that are being written. */
  get unsaved(): boolean {
    return this.running > 0 || this.first !== null;
  }

  /** Whether there are changes that no save has begun to write. */
  get pending(): boolean {
    return this.first !== null;
  }

  /** @param urgent saves at once. Set it for results of long work. */
  changed(now: number, urgent = false): void {
    this.first ??= now;
    this.last = now;
    this.urgent ||= urgent;
    this.failedAt = null;
  }

  /** The time of the next save; null if none is due, or one is running. */
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
    // Later changes are not part of the failed save, so they are due soon without its retry delay.
    if (this.first === null) this.failedAt = now;
    this.first ??= now;
  }

  /** Forgets all changes, because they were saved in another way, or the document was closed. */
  clear(): void {
    this.first = null;
    this.urgent = false;
    this.failedAt = null;
  }
}
