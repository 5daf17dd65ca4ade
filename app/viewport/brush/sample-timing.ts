/** The measure that traces of the page and performance observers see for each picture that a stroke asked for. */
const NAME = "brush sample to picture";

/** Measures the time from samples of the pointer to their pictures. */
export class SampleTiming {
  private oldest: number | null = null;

  /**
   * Measures from the oldest sample that the next picture shows to the end of that picture's frame. Call it after asking
   * for the picture.
   * @param time of the sample, in milliseconds, as events have it.
   */
  note(time: number): void {
    if (this.oldest !== null) {
      this.oldest = Math.min(this.oldest, time);
      return;
    }
    this.oldest = time;
    requestAnimationFrame(() => {
      performance.measure(NAME, { start: this.oldest ?? time });
      // Observers have it by now; nothing piles up over hours of painting.
      performance.clearMeasures(NAME);
      this.oldest = null;
    });
  }
}
