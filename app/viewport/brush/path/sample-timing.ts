/**
 * The names of the measures that performance traces and observers get for each picture of a stroke: from the oldest
 * sample in it to its new weights, and to the end of the frame that draws them.
 */
const WEIGHTS = "brush sample to weights";
const PICTURE = "brush sample to picture";

/** Observers receive an entry at once. It is then cleared, so that entries do not pile up over hours of painting. */
function measure(name: string, start: number): void {
  performance.measure(name, { start });
  performance.clearMeasures(name);
}

/** Measures the time from samples of the pointer to their pictures. */
export class SampleTiming {
  private oldest: number | null = null;

  /**
   * Measures from the oldest sample in the next picture. Call it after requesting the picture.
   * @param time time stamp of the sample's event, in milliseconds.
   */
  note(time: number): void {
    if (this.oldest !== null) {
      this.oldest = Math.min(this.oldest, time);
      return;
    }
    this.oldest = time;
    measure(WEIGHTS, time);
    requestAnimationFrame(() => {
      measure(PICTURE, this.oldest ?? time);
      this.oldest = null;
    });
  }
}
