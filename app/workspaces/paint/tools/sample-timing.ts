/** What a trace of the page's performance, or an observer of it, has for each picture that a stroke asked for. */
const NAME = "brush sample to picture";

let oldest: number | null = null;

/**
 * Notes a measure from the oldest sample of the pointer that the next picture shows to the end of that picture's frame.
 * @param time of the sample, in milliseconds, as events have it. To be called after the picture was asked for.
 */
export function timeSample(time: number): void {
  if (oldest === null) {
    requestAnimationFrame(() => {
      performance.measure(NAME, { start: oldest ?? time });
      // Whoever looks has it: nothing is kept of hours of painting.
      performance.clearMeasures(NAME);
      oldest = null;
    });
  }
  oldest = Math.min(oldest ?? time, time);
}
