import type { Stretch } from "../reach/stretch";

/** A place of a stroke, and the pressure of a pen there. */
export interface StrokeSample {
  x: number;
  y: number;
  /** 0 to 1. */
  pressure: number;
  /** How a tilted pen stretches the brush; null for a round brush. */
  stretch?: Stretch | null;
}

/** The largest number of touches between two samples of the pointer. */
const MOST_STEPS = 96;

/** Visits places one step apart on the way to `to`. Returns the last of them, from which the next call continues. */
export function eachStep<S extends StrokeSample>(
  from: StrokeSample,
  to: S,
  step: number,
  visit: (place: S) => void,
): StrokeSample {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const steps = Math.min(MOST_STEPS, Math.floor(way / step));
  const stride = Math.max(step, way / MOST_STEPS);
  const between = (a: number, b: number, n: number) => a + ((b - a) * n * stride) / way;
  let last = from;
  for (let n = 1; n <= steps; n++) {
    const place = {
      ...to,
      x: between(from.x, to.x, n),
      y: between(from.y, to.y, n),
      pressure: between(from.pressure, to.pressure, n),
    };
    visit(place);
    last = place;
  }
  return last;
}
