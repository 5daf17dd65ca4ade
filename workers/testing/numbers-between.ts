import fc from "fast-check";

/** The least number of steps of a range. */
const STEPS = 1e6;

/**
 * Numbers spread evenly from `min` to `max`, in steps of a power of two. With `fc.double` all doubles are equally
 * likely, so nine of ten are nearly 0, and a mistake in a sum or a product hardly ever shows.
 */
export function numbersBetween(min: number, max: number): fc.Arbitrary<number> {
  const scale = 2 ** Math.ceil(Math.log2(STEPS / (max - min)));
  return fc
    .integer({ min: Math.ceil(min * scale), max: Math.floor(max * scale) })
    .map((step) => step / scale);
}
