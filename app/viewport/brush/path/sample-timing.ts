/** The name of the measure that performance traces and observers get for each picture of a stroke. */
const NAME = "brush sample to picture";

/** Measures the time from samples of the pointer to their pictures. */
export class SampleTiming {
  private oldest: number | null = null;

  /**
   * Measures from the oldest sample in the next picture to the end of that picture's frame. Call it after requesting
   * the picture.
   * @param time time stamp of the sample's event, in milliseconds.
   */
  note(time: number): void {
    if (this.oldest !== null) {
      this.oldest = Math.min(this.oldest, time);
      return;
    }
    this.oldest = time;
    requestAnimationFrame(() => {
      performance.measure(NAME, { start: this.oldest ?? time });
      // Observers have received the entry. Clear it, so that entries do not pile up over hours of painting.
      performance.clearMeasures(NAME);
      this.oldest = null;
    });
  }
}
